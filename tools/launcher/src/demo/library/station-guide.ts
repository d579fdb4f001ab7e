import type { DemoBook } from './demo-book';

export const stationGuide: DemoBook = {
  name: 'Weather Station Guide',
  description_html:
    '<p>Setting up, reading and looking after the <strong>Tidewater WS-2</strong>, the weather station for schools and harbours.</p>',
  tags: [
    { name: 'Product', value: 'WS-2' },
    { name: 'Firmware', value: '4.1' },
  ],
  cover: { ground: '#274690', figure: '#9bd1e5' },
  chapters: [
    {
      name: 'Setting up',
      description: 'From the box to the first reading, in about an hour.',
      pages: [
        {
          name: 'What is in the box',
          html: '<ul><li>mast head with wind vane and cup anemometer</li><li>radiation shield with the temperature and humidity sensor</li><li>tipping-bucket rain gauge</li><li>base unit, power supply, 10 m of cable</li><li>four stainless clamps and a hex key</li></ul><p>Something missing? See the <em>Support Playbook</em>, or write to us with the serial number from the lid.</p>',
        },
        {
          name: 'Choosing the place',
          tags: [{ name: 'Difficulty', value: 'Easy' }],
          markdown: `A station measures the place where it stands, so choose a dull one.

- **Wind**: 10 m up, and ten times as far from a house as the house is high.
- **Temperature**: 1.5 to 2 m above grass, never above tar or a roof.
- **Rain**: level, open to the sky, out of the reach of dogs.

When you cannot have all three, give the wind up first: it is the one that visitors look at least.`,
        },
        {
          name: 'Connecting to the network',
          tags: [{ name: 'Difficulty', value: 'Medium' }],
          markdown: `Hold the blue button for five seconds, join the network \`WS2-setup\` and open the page that appears.

\`\`\`text
Network   your Wi-Fi (2.4 GHz)
Address   automatic
Upload    every 60 s
\`\`\`

The light turns from amber to green with the first upload. If it stays amber for more than two minutes, the password was wrong.`,
        },
      ],
    },
    {
      name: 'Reading the numbers',
      description: 'What the display and the API show, and how exact it is.',
      pages: [
        {
          name: 'Accuracy of the sensors',
          html: '<table><thead><tr><th>Value</th><th>Range</th><th>Accuracy</th></tr></thead><tbody><tr><td>Temperature</td><td>-40 to 60 °C</td><td>± 0.2 °C</td></tr><tr><td>Humidity</td><td>0 to 100 %</td><td>± 2 %</td></tr><tr><td>Wind speed</td><td>0.5 to 60 m/s</td><td>± 3 %</td></tr><tr><td>Rain</td><td>any</td><td>0.2 mm a tip</td></tr><tr><td>Air pressure</td><td>300 to 1100 hPa</td><td>± 0.5 hPa</td></tr></tbody></table>',
        },
        {
          name: 'Fetching readings with a script',
          tags: [{ name: 'Difficulty', value: 'Advanced' }],
          markdown: `Every station answers on your own network:

\`\`\`bash
curl http://ws2.local/readings/latest
\`\`\`

\`\`\`json
{ "at": "2026-05-04T10:15:00Z", "temperature": 14.2, "humidity": 71, "wind": 5.4, "rain_1h": 0.0 }
\`\`\`

Ask no more than once in ten seconds; the sensors do not change faster than that.`,
        },
      ],
    },
  ],
  pages: [
    {
      name: 'Cleaning once a year',
      html: '<p>Do it in spring, before the spiders do.</p><ol><li>Lift the funnel off the rain gauge and rinse it.</li><li>Brush the radiation shield from below with a dry brush.</li><li>Turn the cups by hand: they should run on for ten turns.</li><li>Note the date on the lid.</li></ol>',
    },
  ],
};

// Waits of threads at a rate, each kind on a thread of its own name that waits nowhere else: the truth for tests of the stacks of waits.
// Prints 'ready {}', then answers 'storm RATE MILLISECONDS' (waits of each kind per second; each takes one more wait, of who ends it) with the waits that each kind has ended, 'exit'. It
// ends when its input closes.
using System.Text.Json;
using Storm;

Console.Out.WriteLine("ready {}");
while (Console.In.ReadLine() is { } line)
{
    string[] words = line.Split(' ');
    if (words[0] == "exit")
        return;
    if (words[0] == "storm")
        Console.Out.WriteLine(JsonSerializer.Serialize(Pacing.Run(int.Parse(words[1]), int.Parse(words[2]))));
}

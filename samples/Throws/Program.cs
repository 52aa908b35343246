// Throws on demand and keeps an object for each exception that it has handled: the truth for dumps that are written before handlers run.
// Prints 'ready {}', answers 'throw N' (an exception with the message 'order N') with 'handled COUNT', and ends when its input closes.
using Throws;

List<Handled> handled = [];
Console.Out.WriteLine("ready {}");
while (Console.In.ReadLine() is { } line)
{
    try
    {
        throw new RefusedException($"order {line.Split(' ')[^1]}");
    }
    catch (RefusedException refused)
    {
        handled.Add(new Handled(refused.Message));
    }

    Console.Out.WriteLine($"handled {handled.Count}");
}

// A program in three versions, each with smaller objects than the one before: Article [objects].
// It prints 'ready {json}' when a list holds all objects, and ends when its input closes.
namespace Article;

internal static class Program
{
    private static void Main(string[] args)
    {
        int objects = args.Length > 0 ? int.Parse(args[0]) : 5_000_000;
        List<DataInstance> instances = new(objects);
        for (int i = 0; i < objects; i++)
            instances.Add(new DataInstance(i));
        Console.Out.WriteLine($$"""ready {"pid": {{Environment.ProcessId}}, "objects": {{instances.Count}}}""");
        Console.In.ReadToEnd();
        GC.KeepAlive(instances);
    }
}

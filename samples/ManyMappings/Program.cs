// A process with a chosen number of memory mappings and of objects: ManyMappings [mappings] [orders].
// Every second page of one large range is made read-only, and the kernel keeps one mapping for each change.
// It prints 'ready {json}' with its process id, its number of mappings and the exact number of its own objects, and ends when its input closes.
using ManyMappings;

int mappings = args.Length > 0 ? int.Parse(args[0]) : 0;
int count = args.Length > 1 ? int.Parse(args[1]) : 1_000;

PageMosaic.Create(mappings);
Order[] orders = new Order[count];
for (int i = 0; i < count; i++)
    orders[i] = new Order { Number = i };

int mapped = File.ReadAllText("/proc/self/maps").Count(c => c == '\n');
Console.Out.WriteLine(
    $$"""ready {"pid": {{Environment.ProcessId}}, "mappings": {{mapped}}, "orders": {{count}}, "version": "{{Environment.Version}}"}""");
while (Console.In.ReadLine() is not null)
{
}

GC.KeepAlive(orders);

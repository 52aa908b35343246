// Reads a tab-separated log of 10,000 lines with 25 columns 75 times, or as often as its last argument says: once as one string that is split, once as
// spans over the stream. Both are async and continue on threads of the pool, so a counter of the calling thread sees next to nothing of it. Prints the
// two measurements as a table; with --ready prints 'ready {json}' instead, for tests.
using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.Testing;
using TabLog;

int times = args is [.., var last] && int.TryParse(last, CultureInfo.InvariantCulture, out int asked) ? asked : 75;
string file = Path.GetTempFileName();
try
{
    long expected = LogFile.Write(file) * times;
    await Task.Yield();

    long sum = 0;
    long onThisThread = 0;
    MemoryTrafficResult strings = await MemoryTraffic.Measure(() => Read(StringParser.SumAsync));
    Check(sum, expected);
    long stringsOnThread = onThisThread;
    MemoryTrafficResult spans = await MemoryTraffic.Measure(() => Read(SpanParser.SumAsync));
    Check(sum, expected);

    // The same without any measuring: the runtime's own count of all threads is the second witness.
    long before = GC.GetTotalAllocatedBytes(precise: true);
    await Read(StringParser.SumAsync);
    long stringsAgain = GC.GetTotalAllocatedBytes(precise: true) - before;
    before = GC.GetTotalAllocatedBytes(precise: true);
    await Read(SpanParser.SumAsync);
    long spansAgain = GC.GetTotalAllocatedBytes(precise: true) - before;

    string table = strings.Compare("strings", spans, "spans");
    if (!args.Contains("--ready"))
    {
        Console.Out.Write(table);
        return;
    }

    Console.Out.WriteLine("ready " + JsonSerializer.Serialize(new Dictionary<string, object>
    {
        ["table"] = table,
        ["strings"] = strings,
        ["spans"] = spans,
        ["strings_again"] = stringsAgain,
        ["spans_again"] = spansAgain,
        ["strings_on_thread"] = stringsOnThread,
        ["cells"] = LogFile.Lines * LogFile.Columns,
        ["cell_bytes"] = LogFile.CellStringBytes(file) * times,
    }));
    Console.In.ReadLine();

    async Task Read(Func<string, Task<long>> parse)
    {
        sum = 0;
        // As a naive measurement does it: the thread that starts the work is asked, not those that do it.
        long start = GC.GetAllocatedBytesForCurrentThread();
        Task all = Task.Run(async () =>
        {
            for (int i = 0; i < times; i++)
                sum += await parse(file);
        });
        onThisThread = GC.GetAllocatedBytesForCurrentThread() - start;
        await all;
    }
}
finally
{
    File.Delete(file);
}

static void Check(long sum, long expected)
{
    if (sum != expected)
        throw new UnreachableException($"the sum is {sum} instead of {expected}");
}

using System.Collections.Concurrent;
using System.Diagnostics;
using System.Globalization;
using Microsoft.AspNetCore.Http;

namespace Store;

/// <summary>What each request took inside of the service, by its own watch: the outermost of what the program does for a request.</summary>
internal sealed class ServiceClock
{
    private const string Number = "Order-Number";

    private readonly ConcurrentQueue<(string Number, string Path, long Start, long End, bool Failed)> _served = [];

    public async Task MeasureAsync(HttpContext context, RequestDelegate next)
    {
        long start = Stopwatch.GetTimestamp();
        string path = context.Request.Path.Value ?? "";
        string number = context.Request.Headers[Number].ToString();
        bool failed = true;
        try
        {
            await next(context);
            failed = false;
        }
        finally
        {
            _served.Enqueue((number, path, start, Stopwatch.GetTimestamp(), failed));
        }
    }

    /// <summary>Writes each request that has ended: the customer's number, path, begin and end in ns of the monotonic clock, whether an exception ended it.</summary>
    /// <returns>Their number.</returns>
    public int Write(string file)
    {
        (string Number, string Path, long Start, long End, bool Failed)[] served = [.. _served];
        File.WriteAllLines(file, served.Select(static one => string.Create(
            CultureInfo.InvariantCulture, $"{one.Number},{one.Path},{one.Start},{one.End},{(one.Failed ? 1 : 0)}")));
        return served.Length;
    }
}

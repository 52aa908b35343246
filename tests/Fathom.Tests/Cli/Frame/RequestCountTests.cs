using System.Diagnostics;
using Fathom.Cli.Frame;
using Xunit;

namespace Fathom.Tests.Cli.Frame;

public sealed class RequestCountTests
{
    [Theory]
    [InlineData(1, 0)]
    [InlineData(1, 0, 20)]
    [InlineData(1, 0, 20, 20, 499)]
    [InlineData(2, 0, 500)]
    [InlineData(2, 0, 20, 600, 610)]
    [InlineData(3, 0, 1000, 2000)]
    [InlineData(2, 0, 400, 800)]
    [InlineData(3, 0, 300, 600, 900, 1200)]
    public void Signals_close_together_are_one_request(int requests, params int[] atMs)
    {
        RequestCount count = default;
        foreach (int at in atMs)
            count.Add(Stopwatch.Frequency + (at * (Stopwatch.Frequency / 1000)));

        Assert.Equal(requests, count.Requests);
    }
}

using Fathom.Sources.Traces.Joined;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Joined;

/// <summary>Which process of a machine a runtime runs in, by the share of its code that lies in the code of each.</summary>
public sealed class ProcessMatchTests
{
    [Theory]
    // Inside it is 1, which is another process outside.
    [InlineData(1, 100, "1:0 500:0.9 600:0", 500)]
    [InlineData(500, 100, "1:0 500:0.9 600:0", 500)]
    // Number 7 is not there outside.
    [InlineData(7, 100, "1:0 500:0.6", 500)]
    // Two processes of one image cannot be told apart, but one that has the number can.
    [InlineData(1, 100, "1:0 500:0.9 600:0.9", null)]
    [InlineData(600, 100, "1:0 500:0.9 600:0.9", 600)]
    // Nothing fits.
    [InlineData(1, 100, "1:0 500:0.1", null)]
    [InlineData(9, 100, "1:0", null)]
    // Nothing against it is known: nothing is mapped, or a part fits, or too little was compared.
    [InlineData(1, 100, "1:? 500:0", 1)]
    [InlineData(1, 100, "1:0.2 500:0", 1)]
    [InlineData(1, 3, "1:0 500:1", 1)]
    [InlineData(9, 3, "1:0 500:1", null)]
    // A number that came again: the later one.
    [InlineData(5, 100, "5:0.9 5:0.9", 5)]
    public void A_process_is_found_by_its_code_and_not_guessed(int pid, int methods, string processes, int? expected)
    {
        ProcessFit[] fits = [.. processes.Split(' ').Select((text, index) => Parse(text, (uint)index + 1))];

        Assert.Equal(expected, ProcessMatch.Of(pid, methods, fits)?.Pid);
    }

    private static ProcessFit Parse(string text, uint number)
    {
        string[] parts = text.Split(':');
        return new ProcessFit(
            int.Parse(parts[0], System.Globalization.CultureInfo.InvariantCulture),
            number,
            parts[1] == "?" ? null : double.Parse(parts[1], System.Globalization.CultureInfo.InvariantCulture));
    }
}

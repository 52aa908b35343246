using System.Text;
using System.Text.Json;
using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Fathom.Model;
using Xunit;

namespace Fathom.Tests.Formats.NetTrace;

/// <summary>Reads a damaged stream in the order of time, with every field: it may be refused with a sentence, or told in part.</summary>
internal static class DamagedTrace
{
    public static long Survive(byte[] content, int length = -1, long windowBytes = 1_000_000, bool isParsed = true)
    {
        try
        {
            using MemoryStream stream = new(content, 0, length < 0 ? content.Length : length, writable: false);
            NetTraceReader reader = new(stream, "test");
            PayloadJson json = new(20_000);
            NetTraceTotals totals = reader.ReadInOrder(new Teller((in NetTraceEvent at) =>
            {
                foreach (EventLabel label in at.Labels)
                    Assert.InRange((int)label.Kind, 1, 10);
                Assert.InRange(at.Stack.Depth, 0, content.Length);
                ReadOnlySpan<char> text = json.Write(at);
                if (isParsed)
                    Parse(text);
            }), CancellationToken.None, windowBytes);
            Assert.NotEqual(NetTraceEnd.None, totals.End);
            if (totals.End != NetTraceEnd.Complete)
                Assert.EndsWith(".", totals.EndReason, StringComparison.Ordinal);
            return totals.Events;
        }
        catch (FathomException refused)
        {
            Assert.NotNull(refused.NextStep);
            return 0;
        }
    }

    /// <summary>Fails where a text is no JSON.</summary>
    public static JsonElement Parse(ReadOnlySpan<char> text)
    {
        try
        {
            return JsonDocument.Parse(Encoding.UTF8.GetBytes(text.ToArray())).RootElement;
        }
        catch (JsonException wrong)
        {
            Assert.Fail($"{wrong.Message}\n{text}");
            throw;
        }
    }
}

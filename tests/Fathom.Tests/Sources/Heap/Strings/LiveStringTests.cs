using System.Text.Json;
using Fathom.Model.Heap;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Strings;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Live;
using Fathom.TestSupport;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Strings;

/// <summary>Strings of live heaps: ClrMD reads each of them in the same stop, and the sample Insides says how many it made.</summary>
public sealed class LiveStringTests
{
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Insides", "workstation")]
    [InlineData("HeapMix", "workstation, segments")]
    [InlineData("HeapMix", "server")]
    public async Task Every_text_is_there_as_often_as_ClrMD_reads_it(string name, string mode)
    {
        using SampleProcess sample = name == "Insides" ? SampleProcess.Start(name) : HeapMixProcess.Start(mode, "--collect");
        using TargetSession session = TargetSession.Open(sample.Pid);

        await session.InvokeStopped(
            static target =>
            {
                StringTable strings = Read(target);
                Dictionary<(ulong, int), (string Text, long Count)> truth = ByClrMd(target.Runtime.Heap);
                Assert.Equal(truth.Count, strings.Distinct);
                foreach (StringEntry entry in strings.Entries)
                {
                    if (entry.Count == 0)
                        continue;
                    (string text, long count) = truth[(entry.Hash, entry.Length)];
                    Assert.Equal((text, count), (text, entry.Count));
                    if (entry.Sample != 0)
                        Assert.Equal(text[..Math.Min(80, text.Length)], strings.SampleOf(entry).ToString());
                    else
                        Assert.True(entry.Count == 1 && entry.Length < 512);
                }

                return true;
            },
            s_limit,
            TestContext.Current.CancellationToken);
    }

    [Fact]
    [Trait("Category", "Slow")]
    public async Task The_texts_of_the_sample_are_there_as_often_as_it_says()
    {
        using SampleProcess sample = SampleProcess.Start("Insides");
        using TargetSession session = TargetSession.Open(sample.Pid);
        StringTable strings = await session.InvokeStopped(Read, s_limit, TestContext.Current.CancellationToken);

        foreach (JsonProperty fact in sample.Facts.GetProperty("strings").EnumerateObject())
        {
            string text = fact.Name;
            if (text.Length > 6 && int.TryParse(text[1..^1], out int length))
                text = new string(text[0], length - 1) + text[^1];
            StringEntry entry = Assert.Single(strings.Entries.ToArray(), entry => entry.Count > 0 && entry.Hash == TextHashTests.Of(text) && entry.Length == text.Length);
            Assert.Equal((fact.Name, fact.Value.GetInt64()), (fact.Name, entry.Count));
        }
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData(StringOptions.DefaultMaxDistinct)]
    [InlineData(100)]
    public async Task Totals_are_those_of_the_texts_that_ClrMD_reads(int maxDistinct)
    {
        using SampleProcess sample = SampleProcess.Start("Insides");
        using TargetSession session = TargetSession.Open(sample.Pid);

        await session.InvokeStopped(
            target =>
            {
                CollectingSink sink = new();
                StringQuestion question = new(new StringOptions { MaxDistinct = maxDistinct }, 1);
                HeapReading reading = HeapReading.Read(target.Runtime, target.Memory, new TypeCatalog(target.Memory), mayComeBack: false, target.Due, question)!;
                question.Write(reading, sink, new SilentProgress(), target.Due);

                Dictionary<string, HeapStringTotalRow> totals = sink.Rows<HeapStringTotalRow>().ToDictionary(row => sink.Text(row.Kind)!);
                Dictionary<(ulong, int), (string Text, long Count)> truth = ByClrMd(target.Runtime.Heap);
                Assert.Equal(["duplicate", "other", "unique"], totals.Keys.Order(StringComparer.Ordinal));
                Assert.Equal(truth.Values.Sum(static text => text.Count), totals.Values.Sum(static total => total.Count));
                Assert.Equal(sink.Rows<HeapStringRow>().Sum(static row => row.SizeBytes), totals.Values.Sum(static total => total.SizeBytes));
                Assert.Equal(maxDistinct == StringOptions.DefaultMaxDistinct, totals["other"].Count == 0);
                if (totals["other"].Count > 0)
                    return true;
                long[] repeated = [.. truth.Values.Where(static text => text.Count > 1).Select(static text => text.Count)];
                Assert.Equal((repeated.Sum(), repeated.Length), (totals["duplicate"].Count, totals["duplicate"].DistinctCount));
                Assert.Equal(truth.Count - repeated.Length, totals["unique"].DistinctCount);
                Assert.Equal(sink.Rows<HeapStringRow>().Sum(static row => row.SizeBytes / row.Count * (row.Count - 1)), totals.Values.Sum(static total => total.WasteBytes));
                return true;
            },
            s_limit,
            TestContext.Current.CancellationToken);
    }

    private static StringTable Read(LiveTarget target)
    {
        StringQuestion question = new(new StringOptions(), 1);
        HeapReading? reading = HeapReading.Read(target.Runtime, target.Memory, new TypeCatalog(target.Memory), mayComeBack: false, target.Due, question);
        Assert.NotNull(reading);
        Assert.Empty(reading.Losses.All);
        return question.Strings;
    }

    private static Dictionary<(ulong, int), (string Text, long Count)> ByClrMd(ClrHeap heap)
    {
        Dictionary<(ulong, int), (string Text, long Count)> counts = [];
        foreach (ClrObject instance in heap.EnumerateObjects())
        {
            if (instance.Type?.IsString != true)
                continue;
            string text = instance.AsString(int.MaxValue)!;
            (ulong, int) key = (TextHashTests.Of(text), text.Length);
            counts.TryGetValue(key, out (string Text, long Count) known);
            Assert.True(known.Text is null || known.Text == text);
            counts[key] = (text, known.Count + 1);
        }

        return counts;
    }
}

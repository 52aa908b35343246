using System.Diagnostics;
using System.Globalization;
using System.Text.Json;
using Fathom.Model.Heap;
using Fathom.Model.Patterns;
using Fathom.Sources.Heap.Objects;
using Fathom.Sources.Heap.Options;
using Fathom.Sources.Heap.Reading;
using Fathom.Sources.Heap.Types;
using Fathom.Sources.Targets.Live;
using Fathom.TestSupport;
using Fathom.Tests.Sources.Targets.Dumps;
using Microsoft.Diagnostics.Runtime;
using Xunit;

namespace Fathom.Tests.Sources.Heap.Objects;

/// <summary>Fields, elements and lists of objects: ClrMD's reading of the same objects in the same stop, and what the sample Insides prints, are the judges.</summary>
public sealed class LiveObjectTests
{
    private const int Samples = 3_000;
    private static readonly TimeSpan s_limit = TimeSpan.FromSeconds(60);

    [Fact]
    public Task A_field_of_every_kind_is_shown_as_the_sample_says() => InStop("Insides", FieldsAreTrue);

    [Theory]
    [Trait("Category", "Long")]
    [InlineData(8)]
    [InlineData(9)]
    public async Task So_it_is_in_other_versions(int major)
    {
        using PublishedSample published = new(major, isSingleFile: false, "Insides");
        using SampleProcess sample = SampleProcess.Start(new ProcessStartInfo(published.Program));
        await InStop(sample, FieldsAreTrue);
    }

    private static void FieldsAreTrue(SampleProcess sample, LiveTarget target)
    {
        ulong address = target.Runtime.Heap.EnumerateObjects().Single(static entry => entry.Type?.Name == "Insides.Everything").Address;
        ObjectFacts facts = new ObjectReader(target.Runtime.Heap, target.Memory).Read(address, 0, 100, target.Due);

        Assert.Null(facts.Trouble);
        foreach (JsonProperty truth in sample.Facts.GetProperty("fields").EnumerateObject())
        {
            ObjectField field = Assert.Single(facts.Fields, field => field.Name == truth.Name);
            Assert.Equal((truth.Name, truth.Value.GetString()), (truth.Name, field.Value));
        }

        Assert.Equal("Insides.Inherited", facts.Fields.Single(static field => field.Name == "FromBase").DeclaredBy);
        Assert.Equal(facts.Fields.Count, facts.Fields.Select(static field => field.Name).Distinct().Count());
    }

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("Insides")]
    [InlineData("HeapMix")]
    public Task Fields_of_random_objects_are_those_that_ClrMD_reads(string name) => InStop(name, static (_, target) =>
    {
        Random random = new(5);
        ClrObject[] all = [.. target.Runtime.Heap.EnumerateObjects().Where(static entry => entry.Type is { IsFree: false, IsArray: false, IsString: false })];
        ObjectReader reader = new(target.Runtime.Heap, target.Memory);
        int compared = 0;
        for (int i = 0; i < Samples; i++)
        {
            ClrObject instance = all[random.Next(all.Length)];
            Dictionary<string, ObjectField> fields = [];
            foreach (ObjectField field in reader.Read(instance.Address, 0, 0, target.Due).Fields)
                fields.TryAdd(field.Name, field);
            foreach (ClrInstanceField field in instance.Type!.Fields)
            {
                // Of two fields with one name, as in a base class, ClrMD's list and ours have the same first one.
                ObjectField own = fields[FieldCatalog.NameOf(field.Name)];
                if (own.Address != field.GetAddress(instance.Address))
                    continue;
                compared += Compare(field, instance.Address, own) ? 1 : 0;
            }
        }

        Assert.True(compared > Samples, $"{compared} fields were compared.");
    });

    [Fact]
    [Trait("Category", "Slow")]
    public Task Elements_of_arrays_are_those_that_ClrMD_reads_in_any_part() => InStop("Insides", static (_, target) =>
    {
        ObjectReader reader = new(target.Runtime.Heap, target.Memory);
        Random random = new(6);
        foreach (ClrObject instance in target.Runtime.Heap.EnumerateObjects().Where(static entry => entry.Type is { IsArray: true, IsFree: false }).Take(1_000))
        {
            ClrArray array = instance.AsArray();
            int skip = random.Next(3);
            ObjectFacts facts = reader.Read(instance.Address, skip, 5, target.Due);
            Assert.Equal(array.Length, facts.ElementCount);
            Assert.Equal(Math.Clamp(array.Length - skip, 0, 5), facts.Fields.Count);
            foreach (ObjectField element in facts.Fields)
            {
                Assert.Equal($"[{element.Position}]", element.Name);
                if (array.Rank == 1)
                    Assert.Equal(instance.Type!.GetArrayElementAddress(instance.Address, element.Position), element.Address);
                if (array.Rank == 1 && array.Type.ComponentType?.IsObjectReference == true)
                    Assert.Equal(array.GetObjectValue(element.Position).Address, element.Reference ?? 0);
            }
        }
    });

    [Theory]
    [Trait("Category", "Slow")]
    [InlineData("System.String")]
    [InlineData("HeapMix.*,!*[*")]
    public Task Listed_objects_are_those_that_ClrMD_enumerates(string types) => InStop("HeapMix", (sample, target) =>
    {
        PatternList patterns = new(types);
        (ulong, long)[] truth = [.. target.Runtime.Heap.EnumerateObjects()
            .Where(entry => entry.Type is { IsFree: false, Name: { } name } && patterns.Matches(name))
            .Select(static entry => (entry.Address, Math.Max(24, ((long)entry.Size + 7) & ~7L)))
            .OrderBy(static entry => entry.Address)];

        Assert.True(truth.Length > 1_000);
        Assert.Equal(truth, List(target, new ObjectQuery(patterns), out _));
        Assert.Equal(truth.Skip(500), List(target, new ObjectQuery(patterns) { After = truth[499].Item1 }, out _));
        Assert.Equal(truth.Skip(10).Take(20), List(target, new ObjectQuery(patterns) { After = truth[9].Item1, MaxObjects = 20 }, out CollectingSink sink));
        Assert.Equal(truth.Length - 30, Assert.Single(sink.Losses).Count);
    });

    private static (ulong, long)[] List(LiveTarget target, ObjectQuery query, out CollectingSink sink)
    {
        ObjectListQuestion question = new(query, 1);
        HeapReading? reading = HeapReading.Read(target.Runtime, target.Memory, new TypeCatalog(target.Memory), mayComeBack: false, target.Due, question);
        Assert.NotNull(reading);
        sink = new CollectingSink();
        question.Write(reading, sink, new SilentProgress(), target.Due);
        return [.. sink.Rows<HeapObjectRow>().Select(static row => (row.Address, row.SizeBytes))];
    }

    // References, strings and numbers of the usual kinds; what else there is has the sample as its judge.
    private static bool Compare(ClrInstanceField field, ulong address, ObjectField own)
    {
        if (field.IsObjectReference)
        {
            ClrObject value = field.ReadObject(address, interior: false);
            Assert.Equal(value.Address, own.Reference ?? 0);
            if (value.Type?.IsString == true)
                Assert.Equal(value.AsString(1_000), own.Value?.TrimEnd('…'));
            return true;
        }

        if (field.Type?.IsEnum == true)
            return false;
        string? truth = field.ElementType switch
        {
            ClrElementType.Int32 => field.Read<int>(address, false).ToString(CultureInfo.InvariantCulture),
            ClrElementType.Int64 => field.Read<long>(address, false).ToString(CultureInfo.InvariantCulture),
            ClrElementType.UInt32 => field.Read<uint>(address, false).ToString(CultureInfo.InvariantCulture),
            ClrElementType.UInt8 => field.Read<byte>(address, false).ToString(CultureInfo.InvariantCulture),
            ClrElementType.Double => field.Read<double>(address, false).ToString("R", CultureInfo.InvariantCulture),
            ClrElementType.Boolean => field.Read<byte>(address, false) != 0 ? "true" : "false",
            _ => null,
        };
        if (truth is not null)
            Assert.Equal((field.Name, truth), (field.Name, own.Value));
        return truth is not null;
    }

    private static async Task InStop(string name, Action<SampleProcess, LiveTarget> look)
    {
        using SampleProcess sample = SampleProcess.Start(name);
        await InStop(sample, look);
    }

    private static async Task InStop(SampleProcess sample, Action<SampleProcess, LiveTarget> look)
    {
        using TargetSession session = TargetSession.Open(sample.Pid);
        await session.InvokeStopped(
            target =>
            {
                look(sample, target);
                return true;
            },
            s_limit,
            TestContext.Current.CancellationToken);
    }
}

using Fathom.Formats.Etl;
using Fathom.Model.Traces;
using Fathom.Tests.Formats.Etl;
using Fathom.Tests.Sources.Heap;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Etl;

/// <summary>Events of handles, objects and mini filters of Windows, which have no table of their own but fields.</summary>
public sealed class EtlObjectTests
{
    private const int ObjectGroup = 0x1100;
    private const int FileGroup = 0x0400;

    // Payloads of a real machine (Windows 11, 2024), as an issue of a public tool prints them with the fields that TraceEvent and Windows' own decoder give.
    [Theory]
    [InlineData(32, 2, "60cde8ae83c2ffff783a000010000000", """{"Object":18446676469563837792,"Handle":14968,"ObjectType":16,"ObjectName":""}""")]
    [InlineData(33, 2, "e033c59481c2ffffa007000010000000", """{"Object":18446676460535362528,"Handle":1952,"ObjectType":16,"ObjectName":""}""")]
    [InlineData(34, 3, "603eeaae83c2ffff48560000dc1d0080040000001000a8500000",
        """{"Object":18446676469563932256,"SourceHandle":22088,"TargetHandle":2147491292,"TargetProcessId":4,"ObjectType":16,"SourceProcessId":20648}""")]
    [InlineData(37, 2, "080000005400680072006500610064000000", """{"ObjectType":8,"Reserved":0,"TypeName":"Thread"}""")]
    [InlineData(48, 2, "00c813a689a8ffff3000", """{"Object":18446647907883141120,"ObjectType":48}""")]
    [InlineData(51, 2, "50a0e5ef89a8ffff44666c7401000000", """{"Object":18446647909121630288,"Tag":1953261124,"Count":1}""")]
    public void Handles_and_objects_have_the_fields_that_others_read_from_the_same_bytes(int opcode, int version, string payload, string fields) =>
        Assert.Equal(fields, FieldsOf(ObjectGroup | opcode, version, Convert.FromHexString(payload)));

    [Theory]
    [InlineData(96, "PreOperationInit", false, false)]
    [InlineData(97, "PostOperationInit", false, false)]
    [InlineData(98, "PreOperationCompletion", true, false)]
    [InlineData(99, "PostOperationCompletion", true, false)]
    [InlineData(100, "PreOperationFailure", false, true)]
    [InlineData(101, "PostOperationFailure", false, true)]
    public void Mini_filters_have_the_fields_that_Windows_declares(int opcode, string name, bool hasBegin, bool hasStatus)
    {
        byte[] payload =
        [
            .. hasBegin ? BitConverter.GetBytes(1_009_000L) : [], .. Enumerable.Range(1, 5).SelectMany(static number => BitConverter.GetBytes((long)number)),
            .. BitConverter.GetBytes(18), .. hasStatus ? BitConverter.GetBytes(0xC0000022) : [],
        ];
        string begin = hasBegin ? "\"InitialTime\":1009000," : "", status = hasStatus ? ",\"Status\":3221225506" : "";
        Assert.Equal(
            $$"""{{{begin}}"RoutineAddr":1,"FileObject":2,"FileContext":3,"IrpPtr":4,"CallbackDataPtr":5,"MajorFunction":18{{status}}}""",
            FieldsOf(FileGroup | opcode, 2, payload, "Windows Kernel/FileIO/" + name));
    }

    private static string? FieldsOf(int hook, int version, byte[] payload, string? name = null)
    {
        CollectingSink sink = ExtractedEtl.Of(new EtlBytes(1, 10_000_000, 1_000_000).System(0, 1_010_000, hook, version, 700, 704, payload).Build());
        RuntimeEventRow row = Assert.Single(sink.Rows<RuntimeEventRow>().ToArray(), row => sink.Text(row.Event) is { } told
            && (told.Contains("/Object/", StringComparison.Ordinal) || told.Contains("/FileIO/", StringComparison.Ordinal)));
        if (name is not null)
            Assert.Equal(name, sink.Text(row.Event));
        Assert.DoesNotContain(KernelHook.Provider + "/Group", sink.Text(row.Event)!, StringComparison.Ordinal);
        return sink.Text(row.Fields);
    }
}

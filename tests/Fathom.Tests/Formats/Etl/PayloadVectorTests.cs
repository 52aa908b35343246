using System.Buffers.Binary;
using System.Globalization;
using System.Net;
using System.Text.Json;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Buffers;
using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Fathom.Sources.Traces.Etl;
using Fathom.TestSupport;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>
/// Payloads of the Windows kernel that nobody here wrote, beside the fields that their authors expect (versions 0 to 5, 32 and 64 bit).
/// </summary>
public sealed class PayloadVectorTests
{
    // Behind these fields stand the number of the user and names, which have a reader of their own.
    private static readonly string[] s_ofProcess = ["UserSID", "ImageFileName", "CommandLine", "PackageFullName", "ApplicationId",
        "ExitTime"];

    [Fact]
    [Trait(Needs.Trait, Needs.DataReason)]
    public void Every_payload_has_the_fields_that_its_authors_expect()
    {
        using JsonDocument all = JsonDocument.Parse(File.ReadAllBytes(EtlFiles.PathOf("payload-vectors.json")));
        List<string> wrong = [];
        int vectors = 0, fields = 0;
        foreach (JsonElement vector in all.RootElement.GetProperty("vectors").EnumerateArray())
        {
            vectors++;
            fields += Check(vector, wrong);
        }

        TestContext.Current.TestOutputHelper?.WriteLine($"{vectors} payloads, {fields} fields");
        Assert.Equal([], wrong);
        Assert.Equal(121, vectors);
        Assert.True(fields > 800, $"{fields} fields");
    }

    private static int Check(JsonElement vector, List<string> wrong)
    {
        byte[] payload = Convert.FromHexString(vector.GetProperty("payload").GetString()!);
        int opcode = vector.GetProperty("opcode").GetInt32(), version = vector.GetProperty("version").GetInt32(),
            pointer = vector.GetProperty("pointer_size").GetInt32();
        ClassicClass of = KernelEvents.Find(vector.GetProperty("provider").GetGuid())!;
        EventMetadata kind = of.Describe(opcode, version);
        using JsonDocument json = JsonDocument.Parse(new PayloadJson().Write(EventShape.Of(kind), payload, pointer).ToString());
        JsonProperty[] here = [.. json.RootElement.EnumerateObject()];
        JsonElement[] told = [.. vector.GetProperty("fields").EnumerateArray()];
        string name = $"{vector.GetProperty("name")} {kind.Name}";
        int count = 0;
        for (int i = 0; i < told.Length; i++)
        {
            string field = told[i][0].GetString()!;
            if ((of.Group == 3 && s_ofProcess.Contains(field)) || IsReadElsewhere(field))
                continue;
            if (i >= here.Length || here[i].Name != field)
                wrong.Add($"{name}: {field} is not there");
            else if (!IsSame(told[i], here[i].Value))
                wrong.Add($"{name}: {field} is {here[i].Value}, not {told[i][2]}");
            count++;
        }

        return count + (of.Group == 3 && told.Length > 3 ? Process(told, payload, version, pointer, name, wrong) : 0) + Whole(vector,
            payload, pointer, name, wrong);
    }

    // The head of a session and stacks are read by what needs them.
    private static bool IsReadElsewhere(string field) =>
        field is "LoggerName" or "LogFileName" or "TimeZoneInformation" or "Padding" or "BootTime" or "PerfFreq" or "StartTime"
        or "ReservedFlags" or "BuffersLost" or "SessionNameString" or "LogFileNameString" or "Stack";

    // Its authors give addresses and ports as numbers of this machine; over the network the high byte goes first.
    private static bool IsSame(JsonElement told, JsonElement here) => told[1].GetString() switch
    {
        "u16" when told[0].GetString() is "dport" or "sport" => BinaryPrimitives.ReverseEndianness(here.GetUInt16()) == told[2].GetUInt16(),
        "u32" when told[0].GetString() is "daddr" or "saddr" =>
            BitConverter.ToUInt32(IPAddress.Parse(here.GetString()!).GetAddressBytes()) == told[2].GetUInt32(),
        "u8[]" when told[0].GetString() is "daddr" or "saddr" =>
            IPAddress.Parse(here.GetString()!).GetAddressBytes().AsSpan().SequenceEqual(Convert.FromHexString(told[2].GetString()!)),
        "utf16" or "ansi" => here.GetString() == told[2].GetString(),
        "u8[]" => here.GetString()!.Equals(told[2].GetString(), StringComparison.OrdinalIgnoreCase),
        _ when here.ValueKind == JsonValueKind.String => DateTime.Parse(here.GetString()!, CultureInfo.InvariantCulture,
            DateTimeStyles.RoundtripKind).ToFileTimeUtc() == told[2].GetInt64(),
        _ => here.GetRawText() == told[2].GetRawText(),
    };

    private static int Process(JsonElement[] told, byte[] payload, int version, int pointer, string name, List<string> wrong)
    {
        if (!told.Any(static field => field[0].GetString() == "ImageFileName"))
            return 0;
        ProcessFields fields = ProcessFields.Read(payload, version, pointer);
        string image = System.Text.Encoding.UTF8.GetString(fields.ImageName), line = fields.CommandLine.ToString(),
            sid = Convert.ToHexString(fields.User);
        (string, string, uint, uint, int, string) here = (image, line, fields.ParentId, fields.Session, fields.ExitStatus, sid);
        (string, string, uint, uint, int, string) expected = (
            Of("ImageFileName").GetString()!, Of("CommandLine").GetString()!, Of("ParentId").GetUInt32(), Of("SessionId").GetUInt32(),
                Of("ExitStatus").GetInt32(),
            Of("UserSID").EnumerateArray().First(static part => part[0].GetString() == "Sid")[2].GetString()!.ToUpperInvariant());
        if (here != expected)
            wrong.Add($"{name}: {here}, not {expected}");
        return 6;

        JsonElement Of(string field) => told.Single(one => one[0].GetString() == field)[2];
    }

    private static int Whole(JsonElement vector, byte[] payload, int pointer, string name, List<string> wrong)
    {
        JsonElement[] told = [.. vector.GetProperty("fields").EnumerateArray()];
        if (vector.GetProperty("operation").GetString() == "Header")
        {
            EtlHeader header = EtlHeader.Read(payload, 0)!;
            (long, long, long, uint, string, string) here = (header.BootFileTime, header.TicksPerSecond, header.StartFileTime,
                header.BuffersLost, header.Texts[0], header.Texts[1]);
            if (here != (Of("BootTime").GetInt64(), Of("PerfFreq").GetInt64(), Of("StartTime").GetInt64(), Of("BuffersLost").GetUInt32(),
                Of("SessionNameString").GetString()!, Of("LogFileNameString").GetString()!))
                wrong.Add($"{name}: {here}");
            return 6;
        }

        if (vector.GetProperty("category").GetString() != "StackWalk")
            return 0;
        ulong[] stack = [.. Enumerable.Range(0, (payload.Length - 16) / pointer).Select(i =>
            StackKeys.Address(payload.AsSpan(16 + (i * pointer)), pointer))];
        if (!stack.SequenceEqual(Of("Stack").EnumerateArray().Select(static address => address.GetUInt64())))
            wrong.Add($"{name}: the addresses differ");
        return stack.Length;

        JsonElement Of(string field) => told.Single(one => one[0].GetString() == field)[2];
    }
}

using System.Text;
using Fathom.Formats.Etl;
using Fathom.Formats.Etl.Buffers;
using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Xunit;

namespace Fathom.Tests.Formats.Etl;

/// <summary>Schemas that events have with them, by the published format of TraceLogging.</summary>
public sealed class TraceLoggingTests
{
    private const byte Text = 1, Ansi = 2, Int8 = 3, UInt8 = 4, UInt16 = 6, Int32 = 7, UInt64 = 10, Binary = 14, Guid128 = 15, CountedText =
        22, CountedAnsi = 23,
        Struct = 24, CountedBinary = 25;

    private const byte Fixed = 0x20, Counted = 0x40, Custom = 0x60, More = 0x80;

    [Fact]
    public void Structures_hold_as_many_of_the_fields_behind_them_as_they_say_also_within_another()
    {
        byte[] schema = Schema("Order", [], Field("id", Int32), Field("buyer", Struct | More, 2), Field("name", Text),
            Field("home", Struct | More, 1),
            Field("street", Ansi), Field("last", UInt8));
        byte[] payload = [.. BitConverter.GetBytes(-5), .. Encoding.Unicode.GetBytes("ann\0"), .. "main\0"u8, 9];

        Assert.Equal("""{"id":-5,"buyer":{"name":"ann","home":{"street":"main"}},"last":9}""", Fields(schema, payload));
    }

    [Fact]
    public void Arrays_have_their_length_in_the_schema_or_before_their_elements()
    {
        byte[] schema = Schema("Numbers", [], Field("fix", UInt16 | Fixed, 3, 0), Field("any", UInt64 | Counted),
            Field("none", UInt8 | Counted),
            Field("texts", Text | Counted), Field("pairs", Struct | Counted | More, 2), Field("a", UInt8), Field("b", Int8),
                Field("last", UInt8));
        byte[] payload =
        [
            1, 0, 2, 0, 3, 0, 2, 0, .. BitConverter.GetBytes(7UL), .. BitConverter.GetBytes(ulong.MaxValue), 0, 0, 2, 0,
                .. Encoding.Unicode.GetBytes("x\0yz\0"),
            2, 0, 1, 0xFF, 2, 0xFE, 44,
        ];

        const string expected = """
            {"fix":[1,2,3],"any":[7,18446744073709551615],"none":"","texts":["x","yz"],"pairs":[{"a":1,"b":-1},{"a":2,"b":-2}],"last":44}
            """;
        Assert.Equal(expected, Fields(schema, payload));
    }

    [Fact]
    public void Counted_texts_and_bytes_have_their_length_before_them()
    {
        byte[] schema = Schema("Counted", [], Field("wide", CountedText), Field("narrow", CountedAnsi), Field("bytes", Binary),
            Field("more", CountedBinary),
            Field("last", UInt8));
        byte[] payload = [4, 0, (byte)'h', 0, (byte)'i', 0, 3, 0, (byte)'y', (byte)'o', (byte)'u', 2, 0, 0xAB, 0xCD, 1, 0, 0xEF, 5];

        Assert.Equal("""{"wide":"hi","narrow":"you","bytes":"abcd","more":"ef","last":5}""", Fields(schema, payload));
    }

    [Fact]
    public void Tags_of_the_event_and_of_fields_are_passed_over_and_a_byte_shown_as_a_truth_is_one()
    {
        byte[] schema = Schema("Tagged", [0x81, 0x92, 0x03], Field("plain", UInt8 | More, 3),
            Field("tagged", UInt8 | More, 0x80 | 3, 0x85, 0x06), Field("number", UInt8 | More, 4),
            Field("home", Struct | More, 0x80 | 1, 0x07), Field("key", Guid128));
        Guid key = Guid.NewGuid();

        Assert.Equal($$$"""{"plain":true,"tagged":false,"number":2,"home":{"key":"{{{key}}}"}}""",
            Fields(schema, [1, 0, 2, .. key.ToByteArray()]));
    }

    [Theory]
    [InlineData((byte)(Text | Custom))]
    [InlineData((byte)31)]
    public void What_stands_behind_a_field_of_unknown_size_stays_bytes(byte type)
    {
        byte[] schema = Schema("Odd", [], Field("id", UInt8), Field("odd", type, 2, 0, 1, 1), Field("last", UInt8));

        Assert.Equal("""{"id":7,"_hex":"010203"}""", Fields(schema, [7, 1, 2, 3]));
    }

    [Fact]
    public void A_schema_that_ends_within_a_field_is_none()
    {
        byte[] schema = Schema("Cut", [], Field("id", UInt16 | Fixed, 3, 0));
        Assert.NotNull(TraceLoggingSchema.Read(schema, Record(), "p"));
        Assert.Null(TraceLoggingSchema.Read(schema.AsSpan(0, schema.Length - 1), Record(), "p"));
        // A structure with more fields than there are.
        Assert.Null(TraceLoggingSchema.Read(Schema("Cut", [], Field("all", Struct | More, 2), Field("one", UInt8)), Record(), "p"));
        // A structure in itself without end.
        Assert.Empty(TraceLoggingSchema.Read(Schema("Deep", [], [.. Enumerable.Repeat(Field("x", Struct | More, 1), 100)]), Record(),
            "p")!.Fields);
    }

    private static EtlRecord Record() => EtlRecord.Read(EtlPieces.Event(new EtlPieces.EventHead(1000, Guid.NewGuid(), 0), [], []));

    private static string Fields(byte[] schema, byte[] payload)
    {
        EventMetadata kind = TraceLoggingSchema.Read(schema, Record(), "My-Provider")!;
        return new PayloadJson().Write(EventShape.Of(kind), payload, 8).ToString();
    }

    // u16 size, tags up to a byte without the high bit, name, fields.
    private static byte[] Schema(string name, byte[] tags, params byte[][] fields)
    {
        byte[] all = [0, 0, .. tags.Length == 0 ? [0] : tags, .. Encoding.UTF8.GetBytes(name + '\0'),
            .. fields.SelectMany(static field => field)];
        (all[0], all[1]) = ((byte)all.Length, (byte)(all.Length >> 8));
        return all;
    }

    private static byte[] Field(string name, int type, params byte[] rest) => [.. Encoding.UTF8.GetBytes(name + '\0'), (byte)type, .. rest];
}

using System.Text;
using System.Text.Json;
using Fathom.Formats.NetTrace;
using Fathom.Formats.NetTrace.Fields;
using Xunit;
using static Fathom.Tests.Formats.NetTrace.NumberedTraceBytes;

namespace Fathom.Tests.Formats.NetTrace;

public sealed class PayloadJsonTests
{
    private static readonly Guid s_guid = new("00112233-4455-6677-8899-aabbccddeeff");

    [Fact]
    public void Every_type_of_version_6_is_written()
    {
        byte[] fieldsOfObject = Fields(("X", [9]), ("Y", [18]));
        (string Name, byte[] Type)[] fields =
        [
            ("Yes", [3]), ("Letter", [4]), ("I8", [5]), ("U8", [6]), ("I16", [7]), ("U16", [8]), ("I32", [9]), ("U32", [10]), ("I64", [11]), ("U64", [12]), ("F32", [13]), ("F64", [14]),
            ("Money", [15]), ("When", [16]), ("Id", [17]), ("Text", [18]), ("Numbers", [19, 7]), ("Texts", [19, 18]), ("Signed", [20]), ("Unsigned", [21]), ("Three", [22, 5, 3, 0]),
            ("Unit", [23]), ("Near", [24, 23]), ("Far", [25, 8]), ("No", [26]), ("Inner", [1, .. fieldsOfObject]), ("Inners", [19, 1, .. fieldsOfObject]), ("Bytes", [19, 6]),
            ("Chars", [19, 4]), ("Name", [22, 23, 4, 0]), ("NotFinite", [14]), ("Nested", [19, 19, 6]),
        ];
        byte[] payload = Bytes(w =>
        {
            w.Write(1);
            w.Write(Encoding.Unicode.GetBytes("é"));
            w.Write((sbyte)-5);
            w.Write((byte)250);
            w.Write((short)-300);
            w.Write((ushort)60000);
            w.Write(-70000);
            w.Write(4_000_000_000);
            w.Write(long.MinValue);
            w.Write(ulong.MaxValue);
            w.Write(1.5f);
            w.Write(-0.1);
            int[] bits = decimal.GetBits(-12.345m);
            foreach (int part in (int[])[bits[3], bits[2], bits[0], bits[1]])
                w.Write(part);
            w.Write(new DateTime(2024, 5, 17, 10, 20, 30, DateTimeKind.Utc).ToFileTimeUtc());
            w.Write(s_guid.ToByteArray());
            w.Write(Text("a\"b\\c\n\u0001😀\uD800"));
            w.Write((ushort)2);
            w.Write((short)1);
            w.Write((short)-2);
            w.Write((ushort)2);
            w.Write(Text("x"));
            w.Write(Text(""));
            w.Write((byte)3);
            w.Write7BitEncodedInt64(300);
            w.Write([1, 2, 255]);
            w.Write((byte)'u');
            w.Write(4 | (3 << 16));
            w.Write(0 | (2 << 16));
            w.Write("abc"u8[..0].ToArray());
            w.Write((byte)1);
            w.Write(7);
            w.Write(Text("in"));
            w.Write((ushort)2);
            w.Write(1);
            w.Write(Text("p"));
            w.Write(2);
            w.Write(Text("q"));
            w.Write((ushort)3);
            w.Write([0xAB, 0, 1]);
            w.Write((ushort)2);
            w.Write(Encoding.Unicode.GetBytes("ok"));
            w.Write("né\0"u8.ToArray());
            w.Write(double.NaN);
            w.Write((ushort)2);
            w.Write((ushort)1);
            w.Write((byte)9);
            w.Write((ushort)0);
        });

        JsonElement json = Write(new NumberedTraceBytes().Thread(1, 5, 700).Kind(1, "P", 1, "E", fields).Events(Event(1, 0, 1, 0, 10, 0, payload)).End());

        Assert.Equal(
            """
            {"Yes":true,"Letter":"é","I8":-5,"U8":250,"I16":-300,"U16":60000,"I32":-70000,"U32":4000000000,"I64":-9223372036854775808,"U64":18446744073709551615,"F32":1.5,"F64":-0.1,
            "Money":-12.345,"When":"2024-05-17T10:20:30.0000000Z","Id":"00112233-4455-6677-8899-aabbccddeeff","Text":"a\"b\\c\n\u0001😀�","Numbers":[1,-2],"Texts":["x",""],"Signed":-2,"Unsigned":300,
            "Three":[1,2,-1],"Unit":"u","Near":"\u0001\u0007","Far":[1],"No":true,"Inner":{"X":7,"Y":"in"},"Inners":[{"X":1,"Y":"p"},{"X":2,"Y":"q"}],"Bytes":"ab0001",
            "Chars":"ok","Name":"né","NotFinite":"NaN","Nested":["09",""]}
            """.Replace("\n", "", StringComparison.Ordinal),
            json.GetRawText());
    }

    [Fact]
    public void Arrays_of_version_5_and_an_unnamed_object_are_written()
    {
        Assert.Equal("""{"a":[1,2],"b":"x"}""", Write(Described(
            w => WithTag(w, ("a", [19, 9]), ("b", [18])), [2, 0, 1, 0, 0, 0, 2, 0, 0, 0, .. Text("x")])).GetRawText());
        Assert.Equal("""{"f":7}""", Write(Described(
            w =>
            {
                w.Write(1);
                w.Write(1);
                w.Write(1);
                w.Write(9);
                w.Write(Text("f"));
                w.Write(Text(""));
            },
            [7, 0, 0, 0])).GetRawText());
    }

    [Fact]
    public void What_is_short_is_left_out_and_what_is_too_much_is_hexadecimal()
    {
        EventShape shape = RuntimeEvents.Find("Microsoft-Windows-DotNETRuntime", 2, 1)!;
        PayloadJson json = new();

        Assert.Equal("""{"Count":1,"Depth":2,"ClrInstanceID":9}""", json.Write(shape, [1, 0, 0, 0, 2, 0, 0, 0, 9, 0], 8));
        Assert.Equal("""{"Count":1,"_hex":"0200"}""", json.Write(shape, [1, 0, 0, 0, 2, 0], 8));
        Assert.Equal("""{"Count":1,"Depth":2,"ClrInstanceID":9,"_hex":"0a0b"}""", json.Write(shape, [1, 0, 0, 0, 2, 0, 0, 0, 9, 0, 10, 11], 8));
        Assert.Equal("{}", json.Write(shape, [], 8));
        Assert.Equal("""{"_hex":"ff00"}""", json.Write(new EventShape("", [], false), [255, 0], 8));
    }

    [Theory]
    [InlineData("01000000" + "0200", true)]
    [InlineData("01000000" + "02000000" + "09", true)]
    [InlineData("01000000" + "02000000", false)]
    [InlineData("01000000" + "02000000" + "0900" + "0a0b", false)]
    [InlineData("", false)]
    public void A_payload_contradicts_its_fields_where_it_ends_in_one(string payload, bool isContradicted)
    {
        EventShape shape = RuntimeEvents.Find("Microsoft-Windows-DotNETRuntime", 2, 1)!;
        PayloadJson json = new();

        json.Write(shape, Convert.FromHexString(payload), 8);

        Assert.Equal(isContradicted, json.IsContradicted);
    }

    [Fact]
    public void A_text_that_is_too_long_is_cut_and_stays_valid()
    {
        EventShape shape = new("", [new EventField("A", EventFieldType.Array, [], new EventField("", EventFieldType.Int32, []))], true);
        byte[] payload = [0xFF, 0xFF, .. new byte[0xFFFF * 4]];
        PayloadJson json = new(1000);

        JsonElement cut = DamagedTrace.Parse(json.Write(shape, payload, 8));
        Assert.True(cut.GetProperty("_cut").GetBoolean());
        Assert.InRange(cut.GetProperty("A").GetArrayLength(), 400, 600);
        Assert.InRange(json.Write(shape, payload, 8).Length, 1000, 1100);

        EventShape text = new("", [new EventField("T", EventFieldType.Text, [])], true);
        JsonElement shortened = DamagedTrace.Parse(json.Write(text, Text(new string('x', 5000)), 8));
        Assert.Equal((1000, true), (shortened.GetProperty("T").GetString()!.Length, shortened.GetProperty("_cut").GetBoolean()));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Any_fields_and_any_bytes_give_valid_JSON_in_bounded_length(int seed)
    {
        Random random = new(seed);
        PayloadJson json = new(5_000);
        for (int i = 0; i < 3_000; i++)
        {
            EventShape shape = new("", [.. Enumerable.Range(0, random.Next(6)).Select(n => Field(random, $"f{n}", 0))], true);
            byte[] payload = new byte[random.Next(200)];
            random.NextBytes(payload);
            if (random.Next(2) == 0)
                Array.Clear(payload, payload.Length / 2, payload.Length / 2);
            ReadOnlySpan<char> text = json.Write(shape, payload, random.Next(2) == 0 ? 4 : 8);
            Assert.InRange(text.Length, 2, 20_000);
            DamagedTrace.Parse(text);
        }
    }

    private static EventField Field(Random random, string name, int depth)
    {
        EventFieldType type = (EventFieldType)(random.Next(12) == 0 ? random.Next(-1, 110) : random.Next(1, 27));
        bool hasElement = random.Next(10) > 0;
        return new EventField(
            name, type, depth > 3 ? [] : [.. Enumerable.Range(0, random.Next(4)).Select(n => Field(random, $"g{n}", depth + 1))],
            hasElement && depth < 4 ? Field(random, "", depth + 1) : null, type == EventFieldType.CountedArray ? 0 : random.Next(70_000));
    }

    private static JsonElement Write(byte[] content)
    {
        string text = "";
        PayloadJson json = new();
        using MemoryStream stream = new(content);
        new NetTraceReader(stream, "test").Read(new Teller((in NetTraceEvent at) => text = json.Write(at).ToString()), CancellationToken.None);
        return DamagedTrace.Parse(text);
    }

    private static byte[] Described(Action<BinaryWriter> fields, byte[] payload)
    {
        byte[] description = Bytes(w =>
        {
            w.Write(1);
            w.Write(Text("P"));
            w.Write(5);
            w.Write(Text("E"));
            w.Write(0L);
            w.Write(0);
            w.Write(4);
            fields(w);
        });
        byte[] entry = Bytes(w =>
        {
            w.Write((byte)128);
            w.Write7BitEncodedInt(0);
            w.Write7BitEncodedInt(description.Length);
            w.Write(description);
        });
        return new NetTraceBytes().Block("MetadataBlock", NetTraceBytes.EventBlock(entry)).Events(NetTraceBytes.Event(1, 0, 7, 0, 10, payload)).End();
    }

    private static void WithTag(BinaryWriter w, params (string Name, int[] Type)[] fields)
    {
        w.Write(0);
        byte[] tag = Bytes(t =>
        {
            t.Write(fields.Length);
            foreach ((string name, int[] type) in fields)
            {
                byte[] text = Text(name);
                t.Write(4 + text.Length + type.Length * 4);
                t.Write(text);
                foreach (int code in type)
                    t.Write(code);
            }
        });
        w.Write(tag.Length);
        w.Write((byte)2);
        w.Write(tag);
    }

    private static byte[] Text(string text) => Encoding.Unicode.GetBytes(text + "\0");
}

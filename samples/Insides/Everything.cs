#pragma warning disable CS0649 // Fields that stay null are wanted.

namespace Insides;

internal enum Colour : byte
{
    Red = 1,
    Green = 200,
}

/// <summary>A struct with a struct and a reference in it.</summary>
internal struct Line
{
    public Point From;
    public Point To;
    public string Label;
}

internal class Inherited
{
    private readonly int _hidden = 77;
    public readonly string FromBase = "base";

    public int Sum => _hidden;
}

/// <summary>A field of every kind. Tests find this object and compare what they read with <see cref="Describe"/>.</summary>
internal sealed class Everything : Inherited
{
    public bool Yes = true;
    public byte Byte = 255;
    public sbyte SByte = -128;
    public short Short = -32768;
    public ushort UShort = 65535;
    public int Int = int.MinValue;
    public uint UInt = uint.MaxValue;
    public long Long = long.MinValue;
    public ulong ULong = ulong.MaxValue;
    public float Float = 0.1f;
    public double Double = -1.5e300;
    public char Char = 'é';
    public nint Native = 0x1234;
    public decimal Decimal = -79228162514264337593543950.335m;
    public DateTime Utc = new(2026, 11, 21, 10, 30, 0, 123, DateTimeKind.Utc);
    public DateTimeOffset Offset = new(2026, 11, 21, 10, 30, 0, TimeSpan.FromHours(-5));
    public TimeSpan Duration = TimeSpan.FromMilliseconds(90_061_001);
    public Guid Guid = new("0f8fad5b-d9cb-469f-a165-70867728950e");
    public DateOnly Date = new(2026, 2, 28);
    public TimeOnly Time = new(23, 59, 58);
    public Int128 Large = Int128.MinValue;
    public Half Small = (Half)0.5;
    public Colour Known = Colour.Green;
    public Colour Unknown = (Colour)3;
    public DayOfWeek Day = DayOfWeek.Saturday;
    public int? Some = 42;
    public int? None;
    public Point Point = new(-1, 2);
    public Line Line = new() { From = new Point(3, 4), To = new Point(5, 6), Label = "edge" };
    public string Text = "line one\nline two";
    public string? Null;
    public object Boxed = 12.5;
    public object BoxedColour = Colour.Red;
    public int[] Numbers = [10, 20, 30];
    public string?[] Words = ["a", null, "c"];
    public Point[] Points = [new Point(1, 2), new Point(3, 4)];
    public int[,] Grid = { { 1, 2, 3 }, { 4, 5, 6 } };
    public Colour[] Colours = [Colour.Red, Colour.Green];
    public List<int> List = [1, 2, 3];

    public string Property { get; } = "behind a property";

    /// <summary>The text of each field as Fathom shows it.</summary>
    public static Dictionary<string, string> Describe() => new()
    {
        ["_hidden"] = "77",
        ["FromBase"] = "base",
        ["Yes"] = "true",
        ["Byte"] = "255",
        ["SByte"] = "-128",
        ["Short"] = "-32768",
        ["UShort"] = "65535",
        ["Int"] = "-2147483648",
        ["UInt"] = "4294967295",
        ["Long"] = "-9223372036854775808",
        ["ULong"] = "18446744073709551615",
        ["Float"] = "0.1",
        ["Double"] = "-1.5E+300",
        ["Char"] = "é",
        ["Native"] = "0x1234",
        ["Decimal"] = "-79228162514264337593543950.335",
        ["Utc"] = "2026-11-21T10:30:00.1230000Z",
        ["Offset"] = "2026-11-21T10:30:00.0000000-05:00",
        ["Duration"] = "1.01:01:01.0010000",
        ["Guid"] = "0f8fad5b-d9cb-469f-a165-70867728950e",
        ["Date"] = "2026-02-28",
        ["Time"] = "23:59:58.0000000",
        ["Large"] = "-170141183460469231731687303715884105728",
        ["Small"] = "0.5",
        ["Known"] = "Green (200)",
        ["Unknown"] = "3",
        ["Day"] = "Saturday (6)",
        ["Some"] = "42",
        ["None"] = "null",
        ["Point"] = "{X = -1, Y = 2}",
        ["Point.X"] = "-1",
        ["Point.Y"] = "2",
        ["Line"] = "{From = {X = 3, Y = 4}, To = {X = 5, Y = 6}, Label = edge}",
        ["Line.From"] = "{X = 3, Y = 4}",
        ["Line.From.X"] = "3",
        ["Line.To.Y"] = "6",
        ["Line.Label"] = "edge",
        ["Text"] = "line one\nline two",
        ["Null"] = "null",
        ["Boxed"] = "12.5",
        ["BoxedColour"] = "Red (1)",
        ["Numbers"] = "System.Int32[] of 3",
        ["Words"] = "System.String[] of 3",
        ["Points"] = "Insides.Point[] of 2",
        ["Grid"] = "System.Int32[,] of 6",
        ["Colours"] = "Insides.Colour[] of 2",
        ["List"] = "System.Collections.Generic.List<System.Int32> of 3",
        ["Property"] = "behind a property",
    };
}

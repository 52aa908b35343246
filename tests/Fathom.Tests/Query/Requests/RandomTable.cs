using System.Globalization;
using System.Text;
using Fathom.Model.Results;

namespace Fathom.Tests.Query.Requests;

/// <summary>Random rows as a query: a column of every kind, with the values that comparisons get wrong.</summary>
internal sealed class RandomTable(Random random)
{
    private static readonly string[] s_texts =
    [
        "", "a", "A", "b", "B", "aB", "Ab", "ab", "AB", "ä", "Ä", "ß", "ı", "I", "i", "İ", "ſ", "s", "K", "k", "Ω", "ω", "\u2126", "ﬀ", "～", "\uE000", "\uFFFD", "𐐨", "𐐀", "😀", "a😀", "a\uFFFD",
        "a,b", "a*b", "x<y,z>", "a a", "\u0001", "~", "zzzzzzzzzzzzzzzzzzzz", "zzzzzzzzzzzzzzzzzzzZ",
    ];

    private static readonly string[] s_numbers =
    [
        "0", "1", "-1", "2", "7", "100", "9223372036854775807", "-9223372036854775808", "9223372036854775806", "-9223372036854775807", "9007199254740993", "9007199254740992",
    ];

    private static readonly string[] s_reals =
    [
        "0.0", "-0.0", "NaN", "Infinity", "-Infinity", "1.5", "-1.5", "0.1", "0.30000000000000004", "1e308", "-1e308", "5e-324", "100", "9007199254740993",
    ];

    private static readonly string[] s_addresses = ["0", "1", "4096", "9223372036854775807", "9223372036854775808", "18446744073709551615", "18446603336221196288", "140737488355327"];

    /// <summary>The columns of the rows.</summary>
    public static ResultShape Shape { get; } = new(
    [
        new("name", CellKind.Text),
        new("word", CellKind.Text),
        new("count", CellKind.Integer, ColumnUnit.Count),
        new("size_bytes", CellKind.Integer, ColumnUnit.Bytes),
        new("small", CellKind.Integer),
        new("share_percent", CellKind.Real, ColumnUnit.Percent),
        new("address", CellKind.Integer, ColumnUnit.Address),
        new("pinned", CellKind.Boolean),
    ])
    {
        Hidden = ["small"],
    };

    /// <summary>Texts, numbers and so on that conditions may be about.</summary>
    public static IReadOnlyList<string> Values(CellKind kind, ColumnUnit unit) => kind switch
    {
        CellKind.Text => s_texts,
        CellKind.Boolean => ["true", "false"],
        CellKind.Real =>
        [
            .. s_reals.Where(static real => decimal.TryParse(real, NumberStyles.AllowLeadingSign | NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out _)),
            "0.3",
            "-0.05",
            "79228162514264337593543950335",
        ],
        _ =>
        [
            .. s_numbers, .. unit == ColumnUnit.Address ? s_addresses : [], "0.5", "1.999", "-0.5", "9223372036854775807.5", "-9223372036854775808.5",
            "99999999999999999999", "-99999999999999999999",
        ],
    };

    /// <summary>A query that answers with random rows in an order of its own, in which no two are equal.</summary>
    public string Query()
    {
        StringBuilder sql = new();
        int rows = random.Next(0, 60);
        for (int row = 0; row < rows; row++)
            sql.Append(sql.Length == 0 ? "" : ", ").Append(CultureInfo.InvariantCulture, $"({row}, {Row()})");
        string source = rows == 0
            ? $"(VALUES (0, {Row()})) AS v(id, name, word, count, size_bytes, small, share_percent, address, pinned) WHERE v.id < 0"
            : $"(VALUES {sql}) AS v(id, name, word, count, size_bytes, small, share_percent, address, pinned)";
        string key = random.Next(3) switch
        {
            0 => "v.id",
            1 => "hash(v.id), v.id",
            _ => "small DESC, v.id DESC",
        };
        return $"SELECT name, word, v.count AS count, v.size_bytes, small, v.share_percent, v.address AS address, v.pinned AS pinned\nFROM {source}\nORDER BY {key}";
    }

    private string Row() => string.Join(
        ", ",
        $"CAST({Text()} AS VARCHAR)",
        $"CAST({Text()} AS ENUM({string.Join(", ", s_texts.Select(Quoted))}))",
        $"CAST({OrNull(Any(s_numbers))} AS BIGINT)",
        $"CAST({OrNull(Any(s_numbers))} AS HUGEINT)",
        $"CAST({OrNull(Any(["0", "1", "2", "-128", "127"]))} AS TINYINT)",
        $"CAST({OrNull($"'{Any(s_reals)}'")} AS DOUBLE)",
        $"CAST({OrNull(Any(s_addresses))} AS UBIGINT)",
        $"CAST({OrNull(Any(["true", "false"]))} AS BOOLEAN)");

    private string Text() => OrNull(Quoted(Any(s_texts)));

    private string OrNull(string value) => random.Next(6) == 0 ? "NULL" : value;

    private string Any(string[] values) => values[random.Next(values.Length)];

    private static string Quoted(string text) => $"'{text.Replace("'", "''", StringComparison.Ordinal)}'";
}

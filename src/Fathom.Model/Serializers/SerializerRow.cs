using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>A serializer with its settings, built for one runtime in one way.</summary>
public readonly record struct SerializerRow(
    uint SerializerId,
    TextId Name,
    TextId Program,
    TextId Library,
    TextId Version,
    TextId Format,
    int IsText,
    TextId Settings,
    TextId Role,
    TextId Runtime,
    TextId Build,
    TextId Status,
    TextId Reason,
    TextId UnsafeStatement,
    TextId Verified) : IRow<SerializerRow>
{
    /// <inheritdoc/>
    public static TableSchema Schema { get; } = new(
        "serializer",
        "serializers",
        "A serializer with its settings, built for one runtime in one way.",
        [
            new("serializer_id", ColumnType.UInt32, "Number of the entry, starting at 1."),
            new("name", ColumnType.Text, "Its name; settings other than the defaults are in parentheses."),
            new("program", ColumnType.Text, "The folder of its program."),
            new("library", ColumnType.Text, "The package; \"in box\" for a part of the runtime; absent where the program could not be asked.", Nullable: true),
            new("version", ColumnType.Text, "Version of the library's file that was loaded.", Nullable: true),
            new("format", ColumnType.Text, "Format of the bytes.", Nullable: true),
            new("is_text", ColumnType.Int32, "1 when the bytes are text."),
            new("settings", ColumnType.Text, "Settings other than the defaults.", Nullable: true),
            new("role", ColumnType.Text, "serializer: ranked; floor: a bound, never ranked; overhead: does nothing, what the suite itself costs."),
            new("runtime", ColumnType.Text, "Version of .NET that it ran on.", Nullable: true),
            new("build", ColumnType.Text, "jit, r2r (ReadyToRun) or aot (NativeAOT)."),
            new("status", ColumnType.Text, "available or not available; libraries without adapter are in serializer_library."),
            new("reason", ColumnType.Text, "Why it is not available.", Nullable: true),
            new("unsafe_statement", ColumnType.Text, "What its authors say of input that is not trusted, where they forbid it.", Nullable: true),
            new("verified", ColumnType.Text, "When and with which version an adapter was verified whose package is not available everywhere.", Nullable: true),
        ],
        ["serializer_id"]);

    /// <inheritdoc/>
    public static void Transpose(ReadOnlySpan<SerializerRow> rows, in ColumnWriter to)
    {
        Span<uint> serializerId = to.Column<uint>(0);
        Span<TextId> name = to.Column<TextId>(1);
        Span<TextId> program = to.Column<TextId>(2);
        Span<TextId> library = to.Column<TextId>(3);
        Span<TextId> version = to.Column<TextId>(4);
        Span<TextId> format = to.Column<TextId>(5);
        Span<int> isText = to.Column<int>(6);
        Span<TextId> settings = to.Column<TextId>(7);
        Span<TextId> role = to.Column<TextId>(8);
        Span<TextId> runtime = to.Column<TextId>(9);
        Span<TextId> build = to.Column<TextId>(10);
        Span<TextId> status = to.Column<TextId>(11);
        Span<TextId> reason = to.Column<TextId>(12);
        Span<TextId> unsafeStatement = to.Column<TextId>(13);
        Span<TextId> verified = to.Column<TextId>(14);
        for (int i = 0; i < rows.Length; i++)
        {
            ref readonly SerializerRow row = ref rows[i];
            serializerId[i] = row.SerializerId;
            name[i] = row.Name;
            program[i] = row.Program;
            library[i] = row.Library;
            version[i] = row.Version;
            format[i] = row.Format;
            isText[i] = row.IsText;
            settings[i] = row.Settings;
            role[i] = row.Role;
            runtime[i] = row.Runtime;
            build[i] = row.Build;
            status[i] = row.Status;
            reason[i] = row.Reason;
            unsafeStatement[i] = row.UnsafeStatement;
            verified[i] = row.Verified;
        }
    }
}

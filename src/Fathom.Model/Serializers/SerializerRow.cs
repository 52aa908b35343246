using Fathom.Model.Tables;

namespace Fathom.Model.Serializers;

/// <summary>A serializer with its settings, built for one runtime in one way.</summary>
[Table("serializer", "serializers", "serializer_id")]
public readonly partial record struct SerializerRow(
    [Column("Number of the entry, starting at 1.")] uint SerializerId,
    [Column("Its name; settings other than the defaults are in parentheses.")] TextId Name,
    [Column("The folder of its program.")] TextId Program,
    [Column("The package; \"in box\" for a part of the runtime; absent where the program could not be queried.", Nullable = true)] TextId Library,
    [Column("Version of the library's file that was loaded.", Nullable = true)] TextId Version,
    [Column("Format of the bytes.", Nullable = true)] TextId Format,
    [Column("1 when the bytes are text.")] int IsText,
    [Column("Settings other than the defaults.", Nullable = true)] TextId Settings,
    [Column("serializer: ranked; floor: a bound, never ranked; overhead: does nothing, what the suite itself costs.")] TextId Role,
    [Column("Version of .NET that it ran on.", Nullable = true)] TextId Runtime,
    [Column("jit, r2r (ReadyToRun) or aot (NativeAOT).")] TextId Build,
    [Column("available or not available; libraries without adapter are in serializer_library.")] TextId Status,
    [Column("Why it is not available.", Nullable = true)] TextId Reason,
    [Column("What its authors say about untrusted input, where they forbid it.", Nullable = true)] TextId UnsafeStatement,
    [Column("When and with which version an adapter was verified whose package is not available everywhere.", Nullable = true)] TextId Verified);

using Fathom.Model.Tables;

namespace Fathom.Model.Stacks;

/// <summary>A managed method or a native function.</summary>
[Table("method", "stacks", "method_id")]
public readonly partial record struct MethodRow(
    [Column("Number of the method in the recording, starting at 1.")] uint MethodId,
    [Column("Managed: type, method and parameter types. Native: the symbol, or module+0xOFFSET where no symbol covers the address.")] TextId Name,
    [Column("File name of its module.", Nullable = true)] TextId Module,
    [Column(
        "Whose code it is: own (the program, and projects that it refers to), library (packages), framework (.NET), native or kernel; docs/time.md has the rule. "
            + "Absent where that is not known, and outside of traces.",
        Nullable = true)] TextId Origin = default);

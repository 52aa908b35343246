using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Trees;

namespace Fathom.Render.Text;

/// <summary>What formats for stacks write of an answer.</summary>
internal static class StackText
{
    /// <summary>What stands for a place of a stack.</summary>
    public static string Of(TreeMethod method) => method.Kind switch
    {
        TreeFrameKind.NoStack => "(no stack)",
        TreeFrameKind.Collection => "(GC: all threads)",
        TreeFrameKind.Folded => "(folded)",
        _ => string.IsNullOrEmpty(method.Name) ? "(no name)" : method.Name,
    };

    /// <summary>What a process is called.</summary>
    public static string Of(TreeProcess process, bool withPid) =>
        (process.Name ?? "(no name)")
        + (withPid && process.Pid is { } pid ? string.Create(CultureInfo.InvariantCulture, $" (pid {pid})") : "");

    /// <summary>The stacks that an answer has rows of, by their positions.</summary>
    public static int[] Shown(CommandResult result)
    {
        int column = result.Rows.IndexOf(StackExport.IdColumn);
        return column < 0
            ? throw new InvalidOperationException("The rows do not name their stacks.")
            : [.. result.Rows.Rows.Select(row => (int)row[column].Integer)];
    }

    /// <summary>The stacks of an answer that has some.</summary>
    public static StackExport StacksOf(CommandResult result) =>
        result.Stacks ?? throw new InvalidOperationException($"'{result.Command}' has no stacks.");
}

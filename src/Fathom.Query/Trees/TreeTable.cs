using System.Globalization;
using Fathom.Model.Results;
using Fathom.Model.Trees;

namespace Fathom.Query.Trees;

/// <summary>Lines of a tree as rows of a table.</summary>
/// <param name="measure">What the tree adds up.</param>
/// <param name="profile">The stacks.</param>
/// <param name="about">The method that it is about; null for whole processes.</param>
/// <param name="isDrawn">Whether the method of a row shows for people where it lies in the tree.</param>
public sealed class TreeTable(TreeMeasure measure, StackProfile profile, string? about, bool isDrawn)
{
    /// <summary>What stands before an own method.</summary>
    public const string OwnMark = "* ";

    /// <summary>The rows.</summary>
    public ResultTable Of(IReadOnlyList<TreeLine> lines) => new(measure.Shape.Columns, [.. lines.Select(Row)]);

    private Cell[] Row(TreeLine line)
    {
        TreeProcess? process = line.Process < 0 ? null : profile.Processes[line.Process];
        TreeMethod? method = line.Method < 0 || line.Kind == TreeLineKind.Run ? null : profile.Methods[line.Method];
        bool byWeight = line.Whole.HasWeight;
        double whole = line.Whole.Size(byWeight);
        return
        [
            Cell.Of(process?.Name),
            Cell.Of(process?.Pid),
            Cell.Of((long)line.Id),
            Cell.Of(line.ParentId is { } parent ? (long?)parent : null),
            Cell.Of((long)line.Depth),
            Cell.Of(Word(line)),
            whole > 0 ? Cell.Of(100 * line.Total.Size(byWeight) / whole) : default,
            line.Total.HasWeight ? measure.Weight(line.Total.Weight) : default,
            line.Total.HasWeight ? measure.Weight(line.Self.Weight) : default,
            Cell.Of(line.Total.Count),
            Cell.Of(isDrawn ? line.Lead + Text(line, process, method) : line.Kind == TreeLineKind.Root ? about : method?.Name),
            line.Merged > 0 ? Cell.Of((long)line.Merged) : default,
            Cell.Of(method?.Origin),
            Cell.Of(method?.Module),
        ];
    }

    private string Word(TreeLine line) => line.Kind switch
    {
        TreeLineKind.Root => about is null ? "process" : "method",
        TreeLineKind.Rest => "rest",
        TreeLineKind.Run => "frames",
        _ => profile.Methods[line.Method].Kind switch
        {
            TreeFrameKind.NoStack => "no stack",
            TreeFrameKind.Collection => "GC",
            _ => "method",
        },
    };

    private string Text(TreeLine line, TreeProcess? process, TreeMethod? method) => line.Kind switch
    {
        TreeLineKind.Root when about is null => Name(process!),
        TreeLineKind.Root => profile.Processes.Count > 1 && !IsOnlyProcess ? $"{about} in {Name(process!)}" : about,
        TreeLineKind.Rest => process is null ? $"… {Number(line.Merged)} smaller processes" : $"… {Number(line.Merged)} smaller",
        TreeLineKind.Run => $"… {Number(line.Merged)} frames {Whose(profile.Methods[line.Method].Origin)}",
        _ => method!.Kind switch
        {
            TreeFrameKind.NoStack => "(no stack)",
            TreeFrameKind.Collection => "(GC: all threads)",
            _ => (method.IsOwn ? OwnMark : "") + method.Written,
        },
    };

    private bool IsOnlyProcess => profile.Stacks.All(stack => stack.Process == profile.Stacks[0].Process);

    private static string Whose(string? origin) => origin switch
    {
        "framework" => "of the framework",
        "library" => "of libraries",
        "kernel" => "of the kernel",
        "native" => "of native code",
        _ => "of others",
    };

    private static string Name(TreeProcess process) => process.Pid is { } pid
        ? string.Create(CultureInfo.InvariantCulture, $"{process.Name ?? "(no name)"} (pid {pid})")
        : process.Name ?? "(no name)";

    private static string Number(int count) => count.ToString("#,##0", CultureInfo.InvariantCulture);
}

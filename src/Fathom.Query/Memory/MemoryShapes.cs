using Fathom.Model.Results;
using Fathom.Query.Questions;

namespace Fathom.Query.Memory;

/// <summary>The columns of the memory views that one query answers.</summary>
public static class MemoryShapes
{
    /// <summary>The sum that a core alone has besides those of other sources.</summary>
    public const string SavedTotal = "saved";

    // What a core alone does not tell; what it alone tells is hidden for others.
    private static readonly string[] s_notOfCore = ["rss_bytes", "pss_bytes", "private_bytes", "swap_bytes", "held_bytes", "path"];

    /// <summary>The rows of a view.</summary>
    public static ResultShape Of(MemoryView view) => view switch
    {
        MemoryView.Owners => NamedQuery.Of("memory/balance").Shape,
        MemoryView.Regions => NamedQuery.Of("memory/regions").Shape,
        MemoryView.Cgroup => NamedQuery.Of("memory/cgroup").Shape,
        MemoryView.Malloc => NamedQuery.Of("memory/malloc").Shape,
        MemoryView.Classic => NamedQuery.Of("memory/classic").Shape,
        _ => Of(MemoryView.Owners).Without("owner"),
    };

    /// <summary>The rows of a view of a core alone: the same columns, of which others are shown.</summary>
    public static ResultShape OfCore(MemoryView view)
    {
        ResultShape shape = Of(view);
        return shape with { Hidden = [.. s_notOfCore.Where(name => shape.Columns.Any(column => column.Name == name))], TotalsRows = [.. NamedQuery.Of("memory/totals").Shape.TotalsRows, SavedTotal] };
    }
}

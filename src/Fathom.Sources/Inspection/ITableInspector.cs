using Fathom.Model.Recording;
using Fathom.Sources.Heap.Walking;

namespace Fathom.Sources.Inspection;

/// <summary>An inspector that has a table of its own, and writes it.</summary>
internal interface ITableInspector : IObjectInspector
{
    /// <summary>Types that a table has rows for, at the most: those that waste most.</summary>
    const int MaxTypes = 10_000;

    /// <summary>Writes what it has met, when the look is complete.</summary>
    /// <param name="sink">Takes the rows.</param>
    /// <param name="snapshotId">Id of the look.</param>
    void Write(IRecordingSink sink, uint snapshotId);
}

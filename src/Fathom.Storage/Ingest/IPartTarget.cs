using Fathom.Model.Tables;

namespace Fathom.Storage.Ingest;

/// <summary>Where finished parts go.</summary>
internal interface IPartTarget
{
    /// <summary>Writes the rows as one part of their table.</summary>
    void Write<T>(RowBuffer<T> rows)
        where T : unmanaged, IRow<T>;
}

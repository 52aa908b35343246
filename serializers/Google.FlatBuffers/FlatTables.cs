namespace Fathom.Serializers.GoogleFlatBuffers;

/// <summary>The classes that have a table: one line each.</summary>
internal static class FlatTables
{
    /// <summary>The table of a class; null where there is none. Only the one that is asked for is made.</summary>
    public static FlatTable<T>? Find<T>()
        where T : class
    {
        foreach (Func<object> make in s_all)
        {
            if (make() is FlatTable<T> found)
                return found;
        }

        return null;
    }

    private static readonly Func<object>[] s_all =
    [
        static () => new BookShelfTable(), static () => new LogFileTable(), static () => new LoginTable(), static () => new LoginViewTable(), static () => new MeshTable(),
        static () => new OutlineTable(), static () => new RegionTable(), static () => new StreamedRowsTable(), static () => new TelemetryTable(), static () => new VectorBlockTable(),
    ];
}

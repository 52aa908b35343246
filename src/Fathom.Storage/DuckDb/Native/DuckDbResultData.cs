using System.Runtime.InteropServices;

namespace Fathom.Storage.DuckDb.Native;

/// <summary><c>duckdb_result</c>: five deprecated fields and the engine's own pointer.</summary>
[StructLayout(LayoutKind.Sequential)]
internal readonly struct DuckDbResultData
{
    private readonly ulong _columnCount;
    private readonly ulong _rowCount;
    private readonly ulong _rowsChanged;
    private readonly nint _columns;
    private readonly nint _errorMessage;
    private readonly nint _internalData;
}

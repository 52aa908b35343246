using System.Runtime.InteropServices;
using Fathom.Storage.DuckDb.Native;

namespace Fathom.Storage.DuckDb;

/// <summary>A column of a result.</summary>
/// <param name="Name">As the query names it.</param>
/// <param name="Type">Its type.</param>
/// <param name="Storage">How its values lie in memory: another type than <paramref name="Type"/> for decimals and enums.</param>
/// <param name="Scale">Decimal places of a decimal; 0 otherwise.</param>
/// <param name="Dictionary">The texts of an enum; empty otherwise.</param>
public sealed unsafe record DuckDbColumn(string Name, DuckDbType Type, DuckDbType Storage, int Scale, IReadOnlyList<string> Dictionary)
{
    /// <summary>Reads a type of the engine and gives it back.</summary>
    internal static DuckDbColumn Read(string name, nint type)
    {
        DuckDbType id = (DuckDbType)DuckDbApi.duckdb_get_type_id(type);
        DuckDbColumn column = id switch
        {
            DuckDbType.Decimal => new(name, id, (DuckDbType)DuckDbApi.duckdb_decimal_internal_type(type), DuckDbApi.duckdb_decimal_scale(type), []),
            DuckDbType.Enum => new(name, id, (DuckDbType)DuckDbApi.duckdb_enum_internal_type(type), 0, ReadDictionary(type)),
            _ => new(name, id, id, 0, []),
        };
        DuckDbApi.duckdb_destroy_logical_type(&type);
        return column;
    }

    private static string[] ReadDictionary(nint type)
    {
        string[] texts = new string[DuckDbApi.duckdb_enum_dictionary_size(type)];
        for (int i = 0; i < texts.Length; i++)
        {
            byte* text = DuckDbApi.duckdb_enum_dictionary_value(type, (ulong)i);
            texts[i] = Marshal.PtrToStringUTF8((nint)text)!;
            DuckDbApi.duckdb_free(text);
        }

        return texts;
    }
}

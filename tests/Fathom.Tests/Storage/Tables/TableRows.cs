using System.Globalization;
using System.Reflection;
using Fathom.Model.Recording;
using Fathom.Model.Tables;
using Xunit;

namespace Fathom.Tests.Storage.Tables;

/// <summary>Rows of one table whose values say which row and column they belong to. Values that may be absent are so in one row of three.</summary>
/// <remarks>What a row holds is read from its properties by reflection, so it owes nothing to the code that turns rows into columns.</remarks>
public abstract class TableRows
{
    /// <summary>Rows that each table gets.</summary>
    public const int Count = 7;

    /// <summary>One of each row type of the model, in the order of the names of the tables.</summary>
    public static IReadOnlyList<TableRows> OfModel { get; } =
    [
        .. typeof(TableSchema).Assembly.GetTypes()
            .Where(type => type.IsValueType && type.GetInterfaces().Any(one => one.IsGenericType && one.GetGenericTypeDefinition() == typeof(IRow<>)))
            .Select(type => (TableRows)Activator.CreateInstance(typeof(TableRows<>).MakeGenericType(type))!)
            .OrderBy(rows => rows.Schema.Name, StringComparer.Ordinal),
    ];

    /// <summary>The table.</summary>
    public abstract TableSchema Schema { get; }

    /// <summary>Writes the rows.</summary>
    /// <returns>Each row as a reader without Fathom's code sees it: its values joined by a bar, <c>-</c> for NULL.</returns>
    public abstract IReadOnlyList<string> Write(IRecordingSink sink);
}

/// <inheritdoc/>
/// <typeparam name="T">The row.</typeparam>
public sealed class TableRows<T> : TableRows
    where T : unmanaged, IRow<T>
{
    private static readonly ConstructorInfo s_constructor = typeof(T).GetConstructors().MaxBy(one => one.GetParameters().Length)!;

    private readonly Dictionary<RawText, string> _raw = [];

    /// <inheritdoc/>
    public override TableSchema Schema => T.Schema;

    /// <inheritdoc/>
    public override IReadOnlyList<string> Write(IRecordingSink sink)
    {
        _raw.Clear();
        ParameterInfo[] parameters = s_constructor.GetParameters();
        Assert.Equal(parameters.Length, Schema.Columns.Count);
        PropertyInfo[] properties = [.. parameters.Select(parameter => typeof(T).GetProperty(parameter.Name!)!)];
        T[] rows = new T[Count];
        for (int row = 0; row < Count; row++)
            rows[row] = (T)s_constructor.Invoke([.. parameters.Select((parameter, column) => Value(sink, parameter, row, column))]);
        sink.Write<T>(rows);
        return [.. rows.Select(row => string.Join('|', properties.Select(property => Text(sink.Ids, property.GetValue(row)))))];
    }

    private object? Value(IRecordingSink sink, ParameterInfo parameter, int row, int column)
    {
        bool absent = (row + column) % 3 == 0;
        Type type = Nullable.GetUnderlyingType(parameter.ParameterType) ?? parameter.ParameterType;
        if (absent && type != parameter.ParameterType)
            return null;
        if (type == typeof(TextId))
            return absent && Schema.Columns[column].Nullable ? TextId.None : sink.Ids.Text($"{parameter.Name} of row {row}");
        if (type == typeof(RawText))
            return absent && Schema.Columns[column].Nullable ? RawText.None : Raw(sink, $"{parameter.Name} of row {row}");

        // Large enough to lose bits in a narrower column, and not in order.
        int key = (column * Count) + (row * 3 % Count);
        return Type.GetTypeCode(type) switch
        {
            TypeCode.Boolean => row % 2 == 0,
            TypeCode.Int32 => -1_000_000_000 - key,
            TypeCode.UInt32 => 4_000_000_000 + (uint)key,
            TypeCode.Int64 => -8_000_000_000_000_000_000 - key,
            TypeCode.UInt64 => 18_000_000_000_000_000_000 + (ulong)key,
            TypeCode.Double => (object)(key + 0.25),
            _ => throw new NotSupportedException($"{typeof(T).Name}.{parameter.Name} is {type.Name}."),
        };
    }

    // A sink forgets such a text with its row.
    private RawText Raw(IRecordingSink sink, string text)
    {
        RawText key = sink.Raw<T>(text);
        _raw.Add(key, text);
        return key;
    }

    private string Text(Interner ids, object? value) => value switch
    {
        null => "-",
        bool truth => truth ? "true" : "false",
        TextId text => text.HasValue ? ids.Resolve(text) : "-",
        RawText text => text.HasValue ? _raw[text] : "-",
        IFormattable number => number.ToString(null, CultureInfo.InvariantCulture),
        _ => throw new NotSupportedException(value.GetType().Name),
    };
}

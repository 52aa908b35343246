using System.Buffers;
using System.Buffers.Binary;
using System.Collections;
using System.Globalization;
using System.Reflection;
using System.Security.Cryptography;
using System.Text;

namespace Fathom.Serializers.Kit.Checking;

/// <summary>
/// SHA-256 over the content of an object graph, so that anybody can prove to have measured the same data. Each value is written as a tag byte and its content:
/// members of a class in the ordinal order of their names, elements of a list in their order with their count before, text as UTF-16, numbers in
/// little endian. An object that was met before is written as its number, so that shared references count. Members are the fields that <see cref="DeepComparer"/>
/// compares, private ones and those of base classes too; the field behind a property goes by the property's name.
/// </summary>
public static class CanonicalHash
{
    /// <summary>The hash in hexadecimal digits.</summary>
    public static string Of(object? root)
    {
        using IncrementalHash hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        ArrayBufferWriter<byte> buffer = new(64 * 1024);
        Dictionary<object, int> seen = new(ReferenceEqualityComparer.Instance);
        Dictionary<Type, (string Name, FieldInfo Field)[]> members = [];
        Stack<object?> pending = new();
        pending.Push(root);
        while (pending.TryPop(out object? value))
        {
            Write(value, buffer, seen, members, pending);
            if (buffer.WrittenCount > 32 * 1024)
            {
                hash.AppendData(buffer.WrittenSpan);
                buffer.ResetWrittenCount();
            }
        }

        hash.AppendData(buffer.WrittenSpan);
        return Convert.ToHexString(hash.GetHashAndReset()).ToLowerInvariant();
    }

    private static void Write(object? value, ArrayBufferWriter<byte> to, Dictionary<object, int> seen, Dictionary<Type, (string Name, FieldInfo Field)[]> members, Stack<object?> pending)
    {
        if (value is null)
        {
            Tag(to, 0);
            return;
        }

        Type type = value.GetType();
        if (type.IsValueType && GraphShape.Of(type).IsUnset(value))
        {
            Tag(to, 0);
            return;
        }

        if (!type.IsValueType && value is not string && !seen.TryAdd(value, seen.Count))
        {
            Tag(to, 1);
            Number(to, seen[value]);
            return;
        }

        switch (value)
        {
            case string text:
                Tag(to, 2);
                Text(to, text);
                break;
            case byte[] bytes:
                Tag(to, 3);
                Number(to, bytes.Length);
                to.Write(bytes);
                break;
            case IDictionary map:
                PushMembers(value, type, members, pending);
                Tag(to, 4);
                Number(to, map.Count);
                foreach (DictionaryEntry entry in Sorted(map))
                {
                    pending.Push(entry.Value);
                    pending.Push(entry.Key);
                }

                break;
            case IEnumerable items:
                List<object?> all = [.. items.Cast<object?>()];
                PushMembers(value, type, members, pending);
                if (value is Array { Rank: > 1 } grid)
                    Lengths(to, grid);
                Tag(to, 5);
                Number(to, all.Count);
                for (int i = all.Count - 1; i >= 0; i--)
                    pending.Push(all[i]);
                break;
            case double number:
                Tag(to, 6);
                Number(to, BitConverter.DoubleToInt64Bits(number));
                break;
            case float number:
                Tag(to, 7);
                Number(to, BitConverter.SingleToInt32Bits(number));
                break;
            case DateTime moment:
                Tag(to, 8);
                Number(to, moment.Ticks);
                Number(to, (long)moment.Kind);
                break;
            case DateTimeOffset or DateOnly or TimeOnly:
                Tag(to, 9);
                Text(to, ((IFormattable)value).ToString("O", CultureInfo.InvariantCulture));
                break;
            case Uri address:
                Tag(to, 9);
                Text(to, address.OriginalString);
                break;
            case Enum or bool or char or IFormattable when type.Namespace is "System" or "System.Numerics" || type.IsEnum:
                Tag(to, 9);
                Text(to, type.IsEnum ? ((Enum)value).ToString("D") : Convert.ToString(value, CultureInfo.InvariantCulture)!);
                break;
            default:
                bool isLeaf = ExactValues.IsLeaf(type);
                Tag(to, isLeaf ? (byte)9 : (byte)10);
                if (isLeaf)
                    Text(to, value.ToString() ?? "");
                else
                    PushMembers(value, type, members, pending);
                break;
        }
    }

    // Of a class that derives from a container: its own members after the elements.
    private static void PushMembers(object value, Type type, Dictionary<Type, (string Name, FieldInfo Field)[]> members, Stack<object?> pending)
    {
        (string Name, FieldInfo Field)[] own = Members(type, members);
        for (int i = own.Length - 1; i >= 0; i--)
        {
            pending.Push(own[i].Field.GetValue(value));
            pending.Push(own[i].Name);
        }
    }

    private static List<DictionaryEntry> Sorted(IDictionary map)
    {
        List<DictionaryEntry> entries = new(map.Count);
        foreach (DictionaryEntry entry in map)
            entries.Add(entry);
        entries.Sort(static (a, b) => string.CompareOrdinal(TextOf(b.Key), TextOf(a.Key)));
        return entries;
    }

    private static string? TextOf(object key) => Convert.ToString(key, CultureInfo.InvariantCulture);

    private static (string Name, FieldInfo Field)[] Members(Type type, Dictionary<Type, (string Name, FieldInfo Field)[]> known)
    {
        if (known.TryGetValue(type, out (string Name, FieldInfo Field)[]? members))
            return members;
        GraphShape shape = GraphShape.Of(type);
        // The order of fields is the compiler's; a private field of a base class may have the name of another.
        members = [.. shape.Names.Zip(shape.Fields).OrderBy(static one => one.First, StringComparer.Ordinal)];
        return known[type] = members;
    }

    private static void Tag(ArrayBufferWriter<byte> to, byte tag)
    {
        to.GetSpan(1)[0] = tag;
        to.Advance(1);
    }

    private static void Lengths(ArrayBufferWriter<byte> to, Array grid)
    {
        Tag(to, 11);
        Number(to, grid.Rank);
        for (int i = 0; i < grid.Rank; i++)
            Number(to, grid.GetLength(i));
    }

    private static void Number(ArrayBufferWriter<byte> to, long value)
    {
        BinaryPrimitives.WriteInt64LittleEndian(to.GetSpan(sizeof(long)), value);
        to.Advance(sizeof(long));
    }

    private static void Text(ArrayBufferWriter<byte> to, string text)
    {
        Number(to, text.Length);
        to.Advance(Encoding.Unicode.GetBytes(text, to.GetSpan(text.Length * sizeof(char))));
    }
}

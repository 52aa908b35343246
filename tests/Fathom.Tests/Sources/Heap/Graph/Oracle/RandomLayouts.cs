using System.Globalization;
using System.Text;

namespace Fathom.Tests.Sources.Heap.Graph.Oracle;

/// <summary>
/// The source of a program with random types and one object and array of each, all references filled or null at random. Structs lie in structs, as
/// arguments of generics, in inline arrays, at explicit offsets, in arrays of one and several dimensions, and in the entries of dictionaries.
/// </summary>
/// <param name="seed">Equal seeds give equal programs.</param>
/// <param name="count">How many types are declared.</param>
internal sealed class RandomLayouts(int seed, int count)
{
    // The runtime refuses arrays whose elements have 64 KiB or more; what stands around a struct adds to it.
    private const int MaxStructBytes = 24_000;
    private const int LargeStructBytes = 1_000;

    private const string Head = """
        using System;
        using System.Collections.Generic;
        using System.Runtime.CompilerServices;
        using System.Runtime.InteropServices;

        public class Node { public object Next; public int Value; }
        public class Box<T> { public byte Head; public T Value; public object Tail; public static object Static; [ThreadStatic] public static object OfThread; }
        public class Pair<T, U> : Box<T> { public U More; public object Last; }

        public static partial class Program
        {
            static readonly Random s_random = new(1);
            static readonly List<object> s_keep = new();
            static object Any() => s_random.Next(6) switch
            {
                0 => null, 1 => new Node { Next = new object() }, 2 => new int[s_random.Next(5)], 3 => new object[] { new object(), null }, _ => new object(),
            };
            static string Text() => s_random.Next(5) == 0 ? null : new string('x', s_random.Next(9));
            static void Keep(object value) { if (s_random.Next(8) != 0) s_keep.Add(value); }

        """;

    private static readonly string[] s_primitives = ["byte", "short", "int", "long", "double", "decimal", "Guid", "DateTime", "char", "bool", "(int, byte)"];
    private static readonly string[] s_references = ["object", "string", "object[]", "Node", "IComparable"];

    private readonly Random _random = new(seed);
    private readonly StringBuilder _types = new();
    private readonly StringBuilder _methods = new();
    private readonly StringBuilder _main = new();
    private readonly List<(string Name, int Bytes)> _structs = [];
    private readonly List<(string Name, string[] Fields)> _generics = [];
    private readonly List<string> _classes = [];
    private int _names;

    /// <summary>The source. It says ready, and ends when its input does.</summary>
    public static string Of(int seed, int count) => new RandomLayouts(seed, count).Source();

    private string Source()
    {
        for (int i = 0; i < count; i++)
        {
            switch (i < 4 ? 0 : _random.Next(9))
            {
                case 0 or 1 or 2: Struct(); break;
                case 3: Generic(); break;
                case 4 or 5: InlineArray(); break;
                case 6: Explicit(); break;
                default: Class(); break;
            }
        }

        return $$"""
            {{Head}}{{_methods}}
                public static void Main()
                {
            {{_main}}
                    GC.Collect();
                    Keep(new Node { Next = s_keep });
                    Console.WriteLine("ready {\"objects\": " + s_keep.Count + "}");
                    while (Console.ReadLine() != null) { }
                    GC.KeepAlive(s_keep);
                }
            }
            {{_types}}
            """;
    }

    private void Struct()
    {
        string name = Name("S");
        (string Type, int Bytes)[] fields = Fields(1 + _random.Next(8));
        string attribute = _random.Next(4) switch { 0 => "[StructLayout(LayoutKind.Auto)] ", 1 => "[StructLayout(LayoutKind.Sequential, Pack = 2)] ", _ => "" };
        Declare($"{attribute}public struct {name}", fields);
        Add(name, fields.Select((field, i) => Fill(field.Type, $"v.f{i}")), fields.Sum(static field => field.Bytes));
    }

    private void Generic()
    {
        string name = Name("G");
        string[] fields =
            [.. Fields(_random.Next(4)).Select(static field => field.Type), "T", .. Fields(_random.Next(3)).Where(static field => field.Bytes < LargeStructBytes).Select(static field => field.Type)];
        fields = [.. fields.Where(field => SizeOf(field) < LargeStructBytes)];
        Declare($"public struct {name}<T>", [.. fields.Select(static field => (field, 0))]);
        _generics.Add((name, fields));
    }

    private void InlineArray()
    {
        string name = Name("I");
        (string type, int bytes) = Field();
        int length = _random.Next(10) == 0 ? Math.Max(1, MaxStructBytes / bytes) : 1 + _random.Next(Math.Clamp(MaxStructBytes / bytes, 1, 12));
        _types.AppendLine(CultureInfo.InvariantCulture, $"[InlineArray({length})] public struct {name} {{ public {type} f0; }}");
        Add(name, [$"for (int i = 0; i < {length}; i++) {{ ref {type} e = ref v[i]; {Fill(type, "e")} }}"], length * bytes);
    }

    // References and structs that hold some stand alone and at multiples of 8; the rest may overlap.
    private void Explicit()
    {
        string name = Name("E");
        StringBuilder fields = new();
        List<string> fills = [];
        int offset = 8 + (_random.Next(12) * 8);
        for (int i = 0; i < 3; i++)
            fields.Append(CultureInfo.InvariantCulture, $" [FieldOffset({_random.Next(offset)})] public byte u{i};");
        for (int i = 1 + _random.Next(4); i > 0; i--)
        {
            (string type, int bytes) = _random.Next(3) == 0 ? Field() : (s_references[_random.Next(s_references.Length)], 8);
            if (bytes > LargeStructBytes)
                continue;
            fields.Append(CultureInfo.InvariantCulture, $" [FieldOffset({offset})] public {type} f{i};");
            fills.Add(Fill(type, $"v.f{i}"));
            offset += ((bytes + 7) & ~7) + (_random.Next(5) * 8);
        }

        fields.Append(CultureInfo.InvariantCulture, $" [FieldOffset({offset})] public long last;");
        _types.AppendLine(CultureInfo.InvariantCulture, $"[StructLayout(LayoutKind.Explicit)] public struct {name} {{{fields} }}");
        Add(name, fills, offset + 8);
    }

    private void Class()
    {
        string name = Name("C");
        string? above = _classes.Count > 0 && _random.Next(3) == 0 ? _classes[_random.Next(_classes.Count)] : null;
        (string Type, int Bytes)[] fields = Fields(_random.Next(9));
        Declare($"public class {name}{(above is null ? "" : $" : {above}")}", [.. fields.Select(static field => field)], $"{name}_");
        StringBuilder body = new();
        if (above is not null)
            body.Append(CultureInfo.InvariantCulture, $"Fill(({above})v); ");
        for (int i = 0; i < fields.Length; i++)
            body.Append(Fill(fields[i].Type, $"v.{name}_f{i}"));
        _methods.AppendLine(CultureInfo.InvariantCulture, $"    [MethodImpl(MethodImplOptions.NoInlining)] static void Fill({name} v) {{ {body} }}");
        _main.AppendLine(CultureInfo.InvariantCulture, $"        {{ var v = new {name}(); Fill(v); Keep(v); Keep(new {name}[] {{ v, null, new {name}() }}); Keep(new {name}[2, 3]); }}");
        _classes.Add(name);
    }

    private void Declare(string head, (string Type, int Bytes)[] fields, string prefix = "")
    {
        _types.Append(head).Append(" {");
        for (int i = 0; i < fields.Length; i++)
            _types.Append(CultureInfo.InvariantCulture, $" public {fields[i].Type} {prefix}f{i};");
        _types.AppendLine(" }");
    }

    // A struct is met boxed, as an element, and inside of what the core library makes of it.
    private void Add(string name, IEnumerable<string> fills, int bytes)
    {
        _methods.AppendLine(CultureInfo.InvariantCulture, $"    [MethodImpl(MethodImplOptions.NoInlining)] static void Fill(ref {name} v) {{ {string.Concat(fills)} }}");
        _methods.AppendLine(CultureInfo.InvariantCulture, $"    static {name} Make{name}() {{ {name} v = default; Fill(ref v); return v; }}");
        string make = $"Make{name}()";
        List<string> all = [$"Keep({make})", $"Keep(new {name}[] {{ {make}, default, {make} }})"];
        string[] more =
        [
            $"Keep(new {name}[2, 2] {{ {{ {make}, {make} }}, {{ default, {make} }} }})",
            $"Keep(new {name}[2, 1, 2] {{ {{ {{ {make}, {make} }} }}, {{ {{ default, {make} }} }} }})",
            $"Keep(new {name}[][] {{ new[] {{ {make} }}, null, new {name}[0] }})",
            $"Keep(new ({name}, DateTime)[] {{ ({make}, default), default, ({make}, default) }})",
            $"Keep(new (int, long, {name})[] {{ (1, 2, {make}), default }})",
            $"Keep(new {name}?[] {{ {make}, null, {make} }})",
            $"Keep(new Box<{name}> {{ Value = {make}, Tail = Any() }})",
            $"Keep(new Box<({name}, long)>[] {{ new() {{ Value = ({make}, 3) }} }})",
            $"Keep(new Pair<{name}, {name}[]> {{ Value = {make}, More = new[] {{ {make} }}, Last = Any() }})",
            $"Keep(new Dictionary<int, ({name}, DateTime)> {{ [1] = ({make}, default), [7] = ({make}, default) }})",
            $"Keep(new Dictionary<long, {name}> {{ [1] = {make} }})",
            $"Keep(new List<KeyValuePair<{name}, object>> {{ new({make}, Any()) }})",
            $"Box<{name}>.Static = new {name}[] {{ {make} }}; Box<{name}>.OfThread = {make}",
        ];
        if (bytes < LargeStructBytes)
            all.AddRange(_random.GetItems(more, 4));
        _main.AppendLine(CultureInfo.InvariantCulture, $"        {string.Concat(all.Select(static statement => statement + "; "))}");
        _structs.Add((name, bytes));
    }

    private (string Type, int Bytes)[] Fields(int number)
    {
        List<(string Type, int Bytes)> fields = [];
        for (int left = MaxStructBytes; number > 0; number--)
        {
            (string Type, int Bytes) field = Field();
            if (field.Bytes > left)
                continue;
            left -= field.Bytes;
            fields.Add(field);
        }

        return fields.Count == 0 ? [("object", 8)] : [.. fields];
    }

    private (string Type, int Bytes) Field()
    {
        string type = _random.Next(10) switch
        {
            0 or 1 or 2 => s_primitives[_random.Next(s_primitives.Length)],
            3 or 4 => s_references[_random.Next(s_references.Length)],
            5 or 6 when _structs.Count > 0 => _structs[_random.Next(_structs.Count)].Name,
            7 when _generics.Count > 0 => $"{_generics[_random.Next(_generics.Count)].Name}<{Argument()}>",
            8 when _structs.Count > 0 => $"{SmallStruct()}?",
            9 => $"({Argument()}, {Argument()})",
            _ => "object",
        };
        return SizeOf(type) <= MaxStructBytes ? (type, SizeOf(type)) : ("object", 8);
    }

    private string Argument() => _random.Next(3) switch
    {
        0 => s_primitives[_random.Next(s_primitives.Length)],
        1 when _structs.Count > 0 => SmallStruct(),
        _ => s_references[_random.Next(s_references.Length)],
    };

    private string SmallStruct()
    {
        (string name, int bytes) = _structs[_random.Next(_structs.Count)];
        return bytes < LargeStructBytes ? name : "DateTime";
    }

    // No less than the runtime makes of it: every field rounded up to 16.
    private int SizeOf(string type)
    {
        if (type[0] == '(')
            return Arguments(type[1..^1]).Sum(SizeOf) + 16;
        if (type[^1] == '?')
            return SizeOf(type[..^1]) + 16;
        if (type.IndexOf('<') is > 0 and int at)
            return _generics.First(generic => generic.Name == type[..at]).Fields.Sum(field => SizeOf(field == "T" ? type[(at + 1)..^1] : field));
        foreach ((string name, int bytes) in _structs)
        {
            if (name == type)
                return (bytes + 15) & ~15;
        }

        return 16;
    }

    // The statement that fills a variable; nothing where it holds no reference.
    private string Fill(string type, string variable)
    {
        if (s_primitives.Contains(type) || type == "T")
            return "";
        if (type[^1] == '?')
            return $"if (s_random.Next(4) != 0) {{ {type[..^1]} n{variable.Length} = default; {Fill(type[..^1], $"n{variable.Length}")} {variable} = n{variable.Length}; }} ";
        if (type[0] == '(')
            return string.Concat(Arguments(type[1..^1]).Select((argument, i) => Fill(argument, $"{variable}.Item{i + 1}")));
        if (type.IndexOf('<') is > 0 and int at)
            return string.Concat(_generics.First(generic => generic.Name == type[..at]).Fields.Select((field, i) => Fill(field == "T" ? type[(at + 1)..^1] : field, $"{variable}.f{i}")));
        return type switch
        {
            "object" => $"{variable} = Any(); ",
            "string" or "IComparable" => $"{variable} = Text(); ",
            "object[]" => $"{variable} = new object[] {{ Any(), Any() }}; ",
            "Node" => $"{variable} = new Node(); ",
            _ => $"Fill(ref {variable}); ",
        };
    }

    private static IEnumerable<string> Arguments(string list)
    {
        int depth = 0, start = 0;
        for (int i = 0; i <= list.Length; i++)
        {
            if (i == list.Length || (list[i] == ',' && depth == 0))
            {
                yield return list[start..i].Trim();
                start = i + 1;
            }
            else
            {
                depth += list[i] is '(' or '<' ? 1 : list[i] is ')' or '>' ? -1 : 0;
            }
        }
    }

    private string Name(string kind) => string.Create(CultureInfo.InvariantCulture, $"{kind}{_names++}");
}

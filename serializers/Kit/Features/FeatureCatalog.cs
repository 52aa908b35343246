using System.Globalization;
using Fathom.Serializers.Kit.Features.Types;

namespace Fathom.Serializers.Kit.Features;

/// <summary>All features, in the order of the matrix.</summary>
public static class FeatureCatalog
{
    private const string Deep = "object graphs";

    /// <summary>All features.</summary>
    public static IReadOnlyList<Feature> All { get; } =
    [
        .. Dates(), .. Numbers(), .. Texts(), .. Empties(), .. Enums(), .. Members(), .. Structs(), .. Containers(), .. Types(), .. Graphs(), .. Sizes(),
    ];

    private static Feature<T> Row<T>(string group, string name, string description, Func<T> make)
        where T : class => new(name, group, description, make);

    private static IEnumerable<Feature> Dates()
    {
        const string Group = "dates and times";
        DateTime moment = new DateTime(2026, 7, 8, 9, 10, 11).AddTicks(1_234_567);
        yield return Row(Group, "date-utc", "kind Utc, ticks of 100 ns", () => new DateTimeValue { Value = DateTime.SpecifyKind(moment, DateTimeKind.Utc) });
        yield return Row(Group, "date-local", "kind Local", () => new DateTimeValue { Value = DateTime.SpecifyKind(moment, DateTimeKind.Local) });
        yield return Row(Group, "date-unspecified", "kind Unspecified", () => new DateTimeValue { Value = moment });
        yield return Row(Group, "date-min", "DateTime.MinValue", static () => new DateTimeValue { Value = DateTime.MinValue });
        yield return Row(Group, "date-max", "DateTime.MaxValue", static () => new DateTimeValue { Value = DateTime.MaxValue });
        yield return Row(Group, "date-offset", "DateTimeOffset of +05:30 with ticks", () => new DateTimeOffsetValue { Value = new DateTimeOffset(moment, new TimeSpan(5, 30, 0)) });
        yield return Row(Group, "time-span", "negative, with ticks", static () => new TimeSpanValue { Value = new TimeSpan(-864_000_000_001) });
        yield return Row(Group, "time-span-max", "TimeSpan.MaxValue", static () => new TimeSpanValue { Value = TimeSpan.MaxValue });
        yield return Row(Group, "date-only", "DateOnly", static () => new DateOnlyValue { Value = new DateOnly(2026, 7, 8) });
        yield return Row(Group, "time-only", "TimeOnly with ticks", () => new TimeOnlyValue { Value = TimeOnly.FromDateTime(moment) });
    }

    private static IEnumerable<Feature> Numbers()
    {
        const string Group = "numbers";
        yield return Row(Group, "decimal-scale", "1.500 keeps its zeros", static () => new DecimalValue { Value = 1.500m });
        yield return Row(Group, "decimal-max", "decimal.MaxValue", static () => new DecimalValue { Value = decimal.MaxValue });
        yield return Row(Group, "double-exact", "the double nearest to 0.1 + 0.2", static () => new DoubleValue { Value = 0.1 + 0.2 });
        yield return Row(Group, "double-smallest", "double.Epsilon", static () => new DoubleValue { Value = double.Epsilon });
        yield return Row(Group, "double-largest", "double.MaxValue", static () => new DoubleValue { Value = double.MaxValue });
        yield return Row(Group, "nan", "double.NaN", static () => new DoubleValue { Value = double.NaN });
        yield return Row(Group, "negative-zero", "-0.0", static () => new DoubleValue { Value = -0.0 });
        yield return Row(Group, "infinity", "positive infinity", static () => new DoubleValue { Value = double.PositiveInfinity });
        yield return Row(Group, "negative-infinity", "negative infinity", static () => new DoubleValue { Value = double.NegativeInfinity });
        yield return Row(Group, "single-exact", "a float that needs nine digits", static () => new SingleValue { Value = 16777.217f });
        yield return Row(Group, "long", "long.MinValue", static () => new SignedValue { Value = long.MinValue });
        yield return Row(Group, "ulong", "ulong.MaxValue", static () => new UnsignedValue { Value = ulong.MaxValue });
        yield return Row(Group, "zero-over-initializer", "0 in a property that starts as 5", static () => new DefaultedValue { Value = 0 });
        yield return Row(Group, "guid", "Guid", static () => new GuidValue { Value = new Guid("01234567-89ab-cdef-0123-456789abcdef") });
    }

    private static IEnumerable<Feature> Texts()
    {
        const string Group = "text";
        yield return Row(Group, "surrogate-pair", "characters outside the basic plane", static () => new TextValue { Value = "a\U0001F600b\U00020BB7" });
        yield return Row(Group, "lone-surrogate", "half of a surrogate pair", static () => new TextValue { Value = "a\ud800b" });
        yield return Row(Group, "control-characters", "U+0000, U+0001, U+001F", static () => new TextValue { Value = "a\0b\u0001c\u001fd" });
        yield return Row(Group, "line-ends", "CR LF, CR, LF, U+2028", static () => new TextValue { Value = "a\r\nb\rc\nd\u2028e" });
        yield return Row(Group, "white-space", "blanks and tabs at both ends", static () => new TextValue { Value = " \t a \t " });
        yield return Row(Group, "mark-up", "characters with a meaning in formats", static () => new TextValue { Value = "<a b='c'>&amp;\"]]>{}[],:#-\\/%" });
        yield return Row(Group, "number-like-text", "text that looks like another type", static () => new TextListValue { Value = ["null", "true", "1e3", "007", "~", "-", "2026-07-08"] });
        yield return Row(Group, "char", "U+FFFF", static () => new CharValue { Value = '\uffff' });
        yield return Row(Group, "uri", "an address", static () => new AddressValue { Value = new Uri("https://example.org/a%20b?c=%C3%A9#d") });
    }

    private static IEnumerable<Feature> Empties()
    {
        const string Group = "null and empty";
        yield return Row(Group, "null-text", "null stays null", static () => new TextValue());
        yield return Row(Group, "empty-text", "empty stays empty", static () => new TextValue { Value = "" });
        yield return Row(Group, "null-list", "null stays null", static () => new ListValue());
        yield return Row(Group, "empty-list", "empty stays empty", static () => new ListValue { Value = [] });
        yield return Row(Group, "null-array", "null stays null", static () => new ArrayValue());
        yield return Row(Group, "empty-array", "empty stays empty", static () => new ArrayValue { Value = [] });
        yield return Row(Group, "null-element", "null in a list", static () => new TextListValue { Value = ["a", null, ""] });
        yield return Row(Group, "nullable-null", "int? without a value", static () => new NullableValue());
        yield return Row(Group, "nullable-zero", "int? of 0", static () => new NullableValue { Value = 0 });
        yield return Row(Group, "nullable-date", "DateTime? with a value", static () => new NullableDateValue { Value = new DateTime(2026, 7, 8, 0, 0, 0, DateTimeKind.Utc) });
        yield return Row(Group, "nullable-list", "int? in a list", static () => new NullableListValue { Value = [1, null, 0] });
    }

    private static IEnumerable<Feature> Enums()
    {
        const string Group = "enumerations";
        yield return Row(Group, "enum", "a member", static () => new ColourValue { Value = Colour.Blue });
        yield return Row(Group, "enum-undefined", "a number without a member", static () => new ColourValue { Value = (Colour)42 });
        yield return Row(Group, "flags", "two flags", static () => new AccessValue { Value = AccessRights.Read | AccessRights.Run });
        yield return Row(Group, "flags-undefined", "a flag without a member", static () => new AccessValue { Value = AccessRights.Read | (AccessRights)64 });
    }

    private static IEnumerable<Feature> Members()
    {
        const string Group = "members";
        yield return Row(Group, "public-field", "a public field", static () => new FieldValue { Value = 7 });
        yield return Row(Group, "private-field", "a private field marked as a member", static () => new PrivateFieldValue().Set(7));
        yield return Row(Group, "private-setter", "a property with a private setter, marked", static () => new PrivateSetterValue().Set(7));
        yield return Row(Group, "private-base-field", "a marked private field of the base class", static () =>
        {
            DerivedValue value = new() { Value = 7 };
            value.Hide(8);
            return value;
        });
        yield return Row(Group, "readonly-field", "a field that the constructor sets", static () => new ReadOnlyFieldValue(7));
        yield return Row(Group, "init-only", "a property with init", static () => new InitOnlyValue { Value = 7 });
        yield return Row(Group, "required", "a required property", static () => new RequiredValue { Value = "a" });
        yield return Row(Group, "record", "a record with a constructor", static () => new RecordValue(7, "a"));
    }

    private static IEnumerable<Feature> Structs()
    {
        const string Group = "structures";
        yield return Row(Group, "struct", "with settable members", static () => new StructValue { Value = new Point { X = 1, Y = 2 } });
        yield return Row(Group, "struct-list", "in a list", static () => new StructListValue { Value = [new Point { X = 1, Y = 2 }, new Point { X = 3 }] });
        yield return Row(Group, "readonly-struct", "set by the constructor", static () => new ReadOnlyStructValue { Value = new Fixed(7) });
        yield return Row(Group, "record-struct", "a record structure", static () => new RecordStructValue { Value = new Measure(1.5, "kg") });
        yield return Row(Group, "key-value-pair", "KeyValuePair", static () => new PairValue { Value = new(7, "a") });
        yield return Row(Group, "value-tuple", "a tuple", static () => new TupleValue { Value = (7, "a") });
    }

    private static IEnumerable<Feature> Containers()
    {
        const string Group = "containers";
        yield return Row(Group, "dictionary", "by text", static () => new TextKeysValue { Value = new() { ["a"] = 1, ["A"] = 2, [""] = 3, ["x.y z"] = 4 } });
        yield return Row(Group, "dictionary-int", "by number", static () => new NumberKeysValue { Value = new() { [1] = "a", [-2] = "b" } });
        yield return Row(Group, "dictionary-enum", "by enumeration", static () => new ColourKeysValue { Value = new() { [Colour.Blue] = "a", [Colour.Red] = "b" } });
        yield return Row(Group, "dictionary-guid", "by GUID", static () => new GuidKeysValue { Value = new() { [new Guid("01234567-89ab-cdef-0123-456789abcdef")] = "a" } });
        yield return Row(Group, "dictionary-date", "by date, kind Utc", static () => new DateKeysValue { Value = new() { [new DateTime(2026, 7, 8, 9, 0, 0, DateTimeKind.Utc).AddTicks(1)] = "a" } });
        yield return Row(Group, "dictionary-struct", "by a structure", static () => new StructKeysValue { Value = new() { [new Point { X = 1, Y = 2 }] = "a" } });
        yield return Row(Group, "set", "HashSet", static () => new SetValue { Value = ["a", "b"] });
        yield return Row(Group, "nested-list", "a list of lists", static () => new NestedListValue { Value = [[1], [], [2, 3]] });
        yield return Row(Group, "jagged-array", "an array of arrays", static () => new JaggedArrayValue { Value = [[1], [], [2, 3]] });
        yield return Row(Group, "two-dimensions", "an array of two dimensions", static () => new GridValue { Value = new[,] { { 1, 2, 3 }, { 4, 5, 6 } } });
        yield return Row(Group, "list-with-member", "a class derived from List with a property", static () => new TitledList { 1, 2 }.Titled("a"));
    }

    private static IEnumerable<Feature> Types()
    {
        const string Group = "types";
        yield return Row(Group, "polymorphism", "a derived class that nothing declares, in a member", static () => new AnimalValue { Value = new Dog { Name = "a", Tricks = 3 } });
        yield return Row(
            Group,
            "polymorphism-list",
            "a derived class that nothing declares, in a list",
            static () => new AnimalListValue { Value = [new Animal { Name = "a" }, new Dog { Name = "b", Tricks = 3 }] });
        yield return Row(
            Group,
            "polymorphism-declared",
            "a derived class that KnownType, XmlInclude and JsonDerivedType declare",
            static () => new VehicleValue { Value = new Lorry { Wheels = 6, Load = 7.5 } });
        yield return Row(Group, "interface", "a class behind an interface", static () => new ShapeValue { Value = new Circle { Size = 2 } });
        yield return Row(Group, "interface-list", "a List behind IReadOnlyList", static () => new ReadOnlyListValue { Value = new List<int> { 1, 2 } });
        yield return Row(Group, "object-number", "an int in a member of type object", static () => new ObjectValue { Value = 7 });
        yield return Row(Group, "object-class", "a class in a member of type object", static () => new ObjectValue { Value = new Item { Number = 7 } });
    }

    private static IEnumerable<Feature> Graphs()
    {
        yield return new Feature<ItemsValue>("shared-reference", Deep, "one object in two places is one again", static () =>
        {
            Item one = new() { Number = 7 };
            return new ItemsValue { Value = [one, new Item { Number = 7 }, one] };
        })
        { KeepsIdentity = true };
        yield return new Feature<Chain>("cycle", Deep, "an object that holds itself", static () =>
        {
            Chain self = new() { Number = 7 };
            self.Next = self;
            return self;
        })
        { KeepsIdentity = true, IsRisky = true };
        yield return new Feature<Parent>("parent-and-child", Deep, "children that refer to their parent", static () =>
        {
            Parent parent = new();
            parent.Children.Add(new Child { Number = 1, Parent = parent });
            parent.Children.Add(new Child { Number = 2, Parent = parent });
            return parent;
        })
        { KeepsIdentity = true, IsRisky = true };
        foreach (int depth in (int[])[10, 100, 1000, 10_000, 100_000])
        {
            yield return new Feature<Chain>(
                string.Create(CultureInfo.InvariantCulture, $"depth-{depth}"),
                Deep,
                string.Create(CultureInfo.InvariantCulture, $"objects in each other, {depth} deep"),
                () => ChainOf(depth))
            {
                IsRisky = depth >= 1000,
            };
        }
    }

    private static IEnumerable<Feature> Sizes()
    {
        const string Group = "sizes";
        yield return Row(Group, "byte-array", "all values of a byte, 70,000 of them", static () => new BytesValue { Value = [.. Enumerable.Range(0, 70_000).Select(static i => (byte)(i * 7))] });
        yield return Row(Group, "empty-bytes", "no bytes, not null", static () => new BytesValue { Value = [] });
        yield return Row(Group, "large-text", "four million characters", static () => new TextValue { Value = string.Concat(Enumerable.Repeat("abcdefghijklmnopqrstuvwxyz-éж語", 4_000_000 / 30)) });
        yield return Row(Group, "large-bytes", "sixteen million bytes", static () => new BytesValue { Value = new byte[16_000_000] });
        yield return Row(Group, "long-list", "a million numbers", static () => new ListValue { Value = [.. Enumerable.Range(0, 1_000_000)] });
    }

    private static Chain ChainOf(int depth)
    {
        Chain chain = new() { Number = depth };
        for (int i = depth - 1; i > 0; i--)
            chain = new Chain { Number = i, Next = chain };
        return chain;
    }
}

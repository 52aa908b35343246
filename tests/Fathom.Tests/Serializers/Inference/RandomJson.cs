using System.Globalization;
using System.Text;
using Fathom.Serializers.Kit.Cases;

namespace Fathom.Tests.Serializers.Inference;

/// <summary>Draws JSON documents: nested, with absent members, nulls, dates, numbers of all sizes and names that are no names of C#.</summary>
internal sealed class RandomJson(ulong seed)
{
    private static readonly string[] s_names = ["id", "name", "user-name", "user_name", "2nd", "", "class", "items", "Items", "value", "to_string", "é", "語", "list", "date", "a b", "order"];

    private readonly Pcg32 _random = new(seed);

    /// <summary>A document whose root is an object. Values at one place are of one sort, as those that are meant to be one member are.</summary>
    public string Document()
    {
        Func<string> draw = Shape(3, mustBeObject: true);
        return draw();
    }

    // A shape first, then values of that shape: elements of an array differ in what is absent, null, and in the size of numbers.
    private Func<string> Shape(int depth, bool mustBeObject = false)
    {
        int sort = mustBeObject ? 6 : depth == 0 ? _random.Below(5) : _random.Below(8);
        switch (sort)
        {
            case 0: return () => _random.Chance(50) ? "true" : "false";
            case 1: return Whole;
            case 2: return Fraction;
            case 3: return () => $"\"{Text()}\"";
            case 4: return () => $"\"2024-0{1 + _random.Below(9)}-1{_random.Below(9)}T0{_random.Below(9)}:00:00Z\"";
            case 5: return List(Shape(depth - 1));
            case 6: return Members(depth);
            default: return List(Shape(depth - 1));
        }
    }

    private Func<string> List(Func<string> element) => () => $"[{string.Join(",", Enumerable.Range(0, _random.Below(4)).Select(_ => _random.Chance(5) ? "null" : element()))}]";

    private Func<string> Members(int depth)
    {
        (string Name, Func<string> Value, bool MayBeAbsent)[] members =
            [.. Enumerable.Range(0, 1 + _random.Below(6)).Select(_ => s_names[_random.Below(s_names.Length)]).Distinct()
                .Select(name => (name, Shape(depth - 1), _random.Chance(30)))];
        return () =>
        {
            StringBuilder json = new("{");
            foreach ((string name, Func<string> value, bool mayBeAbsent) in members)
            {
                if (mayBeAbsent && _random.Chance(40))
                    continue;
                json.Append(json.Length > 1 ? "," : "").Append('"').Append(name).Append("\":").Append(mayBeAbsent && _random.Chance(20) ? "null" : value());
            }

            return json.Append('}').ToString();
        };
    }

    private string Whole() => (_random.NextLong() >> _random.Below(63)).ToString(CultureInfo.InvariantCulture);

    private string Fraction() => _random.Below(4) switch
    {
        0 => ((_random.Below(2000) - 1000) / 100.0).ToString("R", CultureInfo.InvariantCulture),
        1 => _random.NextDouble().ToString("R", CultureInfo.InvariantCulture),
        2 => _random.Below(1000).ToString(CultureInfo.InvariantCulture),
        _ => $"0.{_random.Below(1_000_000)}{_random.Below(1_000_000)}{1 + _random.Below(9)}",
    };

    private string Text() => string.Concat(Enumerable.Range(0, _random.Below(6)).Select(_ => new[] { "a", "b", " ", "é", "\\n", "\\\"", "\\u0041", "😀" }[_random.Below(8)]));
}

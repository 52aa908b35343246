using System.Globalization;
using Fathom.Model.Conditions;
using Fathom.Storage.DuckDb;

namespace Fathom.Query.Requests;

/// <summary>The functions by which an engine compares texts as conditions and orders do; each is made when it is first used.</summary>
/// <param name="engine">Where they are known.</param>
internal sealed class TextFunctions(DuckDbConnection engine)
{
    private const string CaseName = "fathom_capitals";
    private readonly Dictionary<CellTest, string> _patterns = [];
    private bool _hasCase;

    /// <summary>The function that tells whether a text fits the patterns of a test.</summary>
    public string Fits(CellTest test)
    {
        if (_patterns.TryGetValue(test, out string? known))
            return known;
        string name = string.Create(CultureInfo.InvariantCulture, $"fathom_fits_{_patterns.Count + 1}");
        engine.Register(name, new PatternFunction(test.Patterns!));
        _patterns.Add(test, name);
        return name;
    }

    /// <summary>The function that gives the capital letters of a text.</summary>
    public string Capitals()
    {
        if (!_hasCase)
            engine.Register(CaseName, new CaseFunction());
        _hasCase = true;
        return CaseName;
    }
}

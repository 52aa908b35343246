namespace Fathom.Query.Serializers.Contests;

/// <summary>"Use X unless …": the fastest both ways, and for each thing that another one does better, that one with the evidence.</summary>
/// <param name="of">The conclusions of a case.</param>
/// <param name="starts">Fresh processes.</param>
internal sealed class CaseAdvice(CaseConclusion of, StartContest starts)
{
    // A smaller difference is no reason to choose another.
    private const double Matters = 1.1;

    /// <summary>The sentence. Where it is not known who is fastest, it advises nothing and says why.</summary>
    public Conclusion Sentence()
    {
        FastestOf both = of.Both;
        if (of.Count == 1)
            return new Conclusion(Conclusion.Advice, [], $"no advice: {of.Name(0)} is the only one that was compared");
        if (!both.IsKnown)
            return new Conclusion(Conclusion.Advice, [], "no advice: who is fastest both ways is not known");
        int pick = both.Winners.OrderBy(one => of.Traits(one).Danger is null ? 0 : 1)
            .ThenBy(one => double.IsNaN(of.Size(one)) ? double.PositiveInfinity : of.Size(one)).ThenBy(of.Name, StringComparer.Ordinal).First();
        string why = both.Winners.Count == 1
            ? "fastest both ways"
            : $"as fast both ways as {ConclusionWords.Names([.. both.Winners.Where(one => one != pick).Select(of.Name)])}{Better(pick)}";
        if (both.Doubtful.Count > 0)
            why += " of those that were measured well enough";
        string[] reasons = [.. new[] { Strangers(pick), Smaller(pick), Readable(pick), Quicker(pick), Tolerant(pick) }.OfType<string>()];
        return new Conclusion(
            Conclusion.Advice, [of.Name(pick)],
            $"use {of.Name(pick)}, {why}{(reasons.Length == 0 ? "; nothing that was measured speaks for another" : $", unless {string.Join("; or ", reasons)}")}");
    }

    // Why it is chosen among those that are as fast.
    private string Better(int pick)
    {
        int[] others = [.. of.Both.Winners.Where(one => one != pick)];
        return of.Traits(pick).Danger is null && others.All(one => of.Traits(one).Danger is not null) ? " and safer"
            : others.All(one => of.Size(one) > of.Size(pick)) ? " and smaller" : "";
    }

    private string? Strangers(int pick)
    {
        if (of.Traits(pick).Danger is not { } danger)
            return null;
        FastestOf safe = of.Among(one => of.Traits(one).IsSafe), unwarned = of.Among(one => of.Traits(one).Danger is null);
        string other = safe is { IsKnown: true } ? $": then {of.Name(safe.First)}, which withstood what was tried ({Slower(safe.First, pick)})"
            : unwarned is { IsKnown: true } ? $": then {of.Name(unwarned.First)}, against which nothing is known, though hostile input was not tried ({Slower(unwarned.First, pick)})"
            : safe.Doubtful.Count > 0 ? $": then one of {ConclusionWords.Names([.. safe.Doubtful.Select(of.Name)])}, which withstood what was tried; which of them is fastest is not known"
            : ", for which none of these is known to be safe";
        return $"the data is from strangers ({danger}){other}";
    }

    private string? Smaller(int pick)
    {
        int[] smallest = of.Smallest();
        return smallest.Length == 0 || smallest.Contains(pick) || of.Size(smallest[0]) == 0 || !(of.Size(pick) / of.Size(smallest[0]) >= Matters)
            ? null
            : $"size counts more: {of.Name(smallest[0])} needs {ConclusionWords.Size(of.Size(smallest[0]))} instead of {ConclusionWords.Size(of.Size(pick))} ({Slower(smallest[0], pick)})";
    }

    private string? Readable(int pick)
    {
        if (of.Traits(pick).IsText)
            return null;
        FastestOf text = of.Among(one => of.Traits(one).IsText);
        return text.IsKnown ? $"people must read it: {of.Name(text.First)} ({Slower(text.First, pick)})" : null;
    }

    private string? Quicker(int pick)
    {
        int at = starts.Ids.ToList().IndexOf(of.Traits(pick).Id);
        return at < 0 || !starts.Fastest.IsKnown || !starts.Fastest.Slower.Contains(at) || NameOf(starts.Fastest.First) is not { } quick
            ? null
            : $"the process is short: {quick} ends after {ConclusionWords.Time(starts.Wall(starts.Fastest.First))}, this after {ConclusionWords.Time(starts.Wall(at))}";
    }

    private string? Tolerant(int pick)
    {
        SerializerTraits own = of.Traits(pick);
        int[] honest = [.. Enumerable.Range(0, of.Count).Where(one => of.Traits(one) is { VersionsRead: > 0, VersionsWrong: 0 })];
        if (own.VersionsTried == 0 || honest.Length == 0)
            return null;
        long most = honest.Max(one => of.Traits(one).VersionsRead);
        if (own.VersionsWrong == 0 && own.VersionsRead >= most)
            return null;
        int best = of.Among(one => honest.Contains(one) && of.Traits(one).VersionsRead == most) is { IsKnown: true } fastest
            ? fastest.First
            : honest.First(one => of.Traits(one).VersionsRead == most);
        string bad = own.VersionsWrong > 0 ? $", {own.VersionsWrong} wrongly without an error" : "";
        return $"the type changes: {of.Name(best)} reads {most} of {of.Traits(best).VersionsTried} changes, this {own.VersionsRead}{bad}";
    }

    private string? NameOf(int start) => Enumerable.Range(0, of.Count).Where(one => of.Traits(one).Id == starts.Ids[start]).Select(of.Name).FirstOrDefault();

    private string Slower(int one, int than)
    {
        double factor = of.Ratio(one, than).Median;
        return of.Both.Winners.Contains(one) ? "as fast" : of.Both.Slower.Contains(one) ? $"{ConclusionWords.Factor(factor)} times as long" : "how fast is not known";
    }
}

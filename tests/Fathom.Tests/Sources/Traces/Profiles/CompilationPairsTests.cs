using Fathom.Model.Profiles;
using Fathom.Sources.Traces.Profiles;
using Xunit;

namespace Fathom.Tests.Sources.Traces.Profiles;

/// <summary>Beginnings and ends of compilations become times; what does not fit is counted and not guessed.</summary>
public sealed class CompilationPairsTests
{
    private readonly RuntimeTrace _trace = new();
    private readonly CompilationPairs _pairs;

    public CompilationPairsTests() => _pairs = new CompilationPairs(_trace);

    [Fact]
    public void A_compilation_within_another_has_its_own_time()
    {
        _pairs.Start(1, method: 10, ns: 100);
        _pairs.Start(1, method: 11, ns: 120);
        _pairs.End(1, method: 11, ns: 150);
        _pairs.End(1, method: 10, ns: 200);

        Assert.Equal([new(1, new(120, 150)), new(1, new(100, 200))], _trace.Compilations);
        Assert.Equal(0, _trace.UnfinishedCompilations);
    }

    [Fact]
    public void Threads_do_not_end_what_another_one_began()
    {
        _pairs.Start(1, method: 10, ns: 100);
        _pairs.Start(2, method: 10, ns: 110);
        _pairs.End(2, method: 10, ns: 130);

        Assert.Equal([new(2, new(110, 130))], _trace.Compilations);
        Assert.Equal(1, _trace.UnfinishedCompilations);
    }

    [Fact]
    public void An_end_that_is_missing_makes_no_time()
    {
        _pairs.Start(1, method: 10, ns: 100);
        _pairs.Start(1, method: 11, ns: 120);
        _pairs.End(1, method: 10, ns: 200);
        _pairs.End(1, method: 11, ns: 300);

        Assert.Equal([new(1, new(100, 200))], _trace.Compilations);
        Assert.Equal(1, _trace.UnfinishedCompilations);
    }

    [Fact]
    public void Code_whose_beginning_was_not_seen_makes_no_time()
    {
        _pairs.End(1, method: 10, ns: 200);

        Assert.Empty(_trace.Compilations);
        Assert.Equal(0, _trace.UnfinishedCompilations);
    }
}

using Fathom.Model.Profiles;
using Xunit;

namespace Fathom.Tests.Model.Profiles;

/// <summary>Names of addresses.</summary>
public sealed class MethodRangesTests
{
    private static readonly TracedMethod s_write = new("App.Writer", "Write"), s_read = new("App.Reader", "Read"), s_large = new("App.Reader", "Large");

    [Fact]
    public void An_address_belongs_to_the_method_whose_code_holds_it()
    {
        MethodRanges methods = new();
        methods.Add(s_read, 2000, 50, 0);
        methods.Add(s_write, 1000, 100, 0);
        methods.Add(s_large, 3000, 5000, 0);

        Assert.Equal(s_write, methods.Find(1000, 1));
        Assert.Equal(s_write, methods.Find(1099, 1));
        Assert.Null(methods.Find(1100, 1));
        Assert.Equal(s_read, methods.Find(2049, 1));
        Assert.Null(methods.Find(999, 1));
        Assert.Equal(s_large, methods.Find(7999, 1));
        Assert.Null(methods.Find(8000, 1));
    }

    [Fact]
    public void Of_code_that_took_the_place_of_other_code_the_time_tells_which_it_was()
    {
        MethodRanges methods = new();
        methods.Add(s_write, 1000, 100, 50);
        methods.Add(s_read, 1020, 40, 90);
        // Named at the end of the session: it is there now, and was there for an unknown time.
        methods.Add(s_read, 1020, 40, 0);

        Assert.Equal(s_read, methods.Find(1030, 10));
        Assert.Equal(s_write, methods.Find(1030, 60));
        Assert.Equal(s_read, methods.Find(1030, 95));
        Assert.Equal(s_write, methods.Find(1070, 95));
    }

    [Fact]
    public void Nothing_is_found_where_nothing_is_known() => Assert.Null(new MethodRanges().Find(1, 1));
}

using Fathom.Model;
using Fathom.Model.Results;
using Fathom.Model.Units;
using Xunit;

namespace Fathom.Tests.Model.Units;

public sealed class QuantityTests
{
    [Theory]
    [InlineData("3", ColumnUnit.Count, "3")]
    [InlineData("-3", ColumnUnit.Count, "-3")]
    [InlineData("1.5", ColumnUnit.Percent, "1.5")]
    [InlineData("10", ColumnUnit.Bytes, "10")]
    [InlineData("10B", ColumnUnit.Bytes, "10")]
    [InlineData("10KB", ColumnUnit.Bytes, "10000")]
    [InlineData("10KiB", ColumnUnit.Bytes, "10240")]
    [InlineData("2MB", ColumnUnit.Bytes, "2000000")]
    [InlineData("2mib", ColumnUnit.Bytes, "2097152")]
    [InlineData("1.5GiB", ColumnUnit.Bytes, "1610612736")]
    [InlineData("1GB", ColumnUnit.Bytes, "1000000000")]
    [InlineData("7ns", ColumnUnit.Nanoseconds, "7")]
    [InlineData("7us", ColumnUnit.Nanoseconds, "7000")]
    [InlineData("7ms", ColumnUnit.Nanoseconds, "7000000")]
    [InlineData("7s", ColumnUnit.Nanoseconds, "7000000000")]
    [InlineData("2min", ColumnUnit.Nanoseconds, "120000000000")]
    [InlineData("1h", ColumnUnit.Nanoseconds, "3600000000000")]
    [InlineData("9223372036854775807", ColumnUnit.None, "9223372036854775807")]
    [InlineData("0x7f3d4c000028", ColumnUnit.Address, "139901244801064")]
    [InlineData("0xffffffffffffffff", ColumnUnit.Address, "-1")]
    [InlineData("4096", ColumnUnit.Address, "4096")]
    public void A_number_with_its_unit_becomes_base_units(string text, ColumnUnit measure, string expected) =>
        Assert.Equal(decimal.Parse(expected, System.Globalization.CultureInfo.InvariantCulture), Quantity.Parse(text, measure, ""));

    [Theory]
    [InlineData("", ColumnUnit.Count)]
    [InlineData("x", ColumnUnit.Count)]
    [InlineData("1,000", ColumnUnit.Count)]
    [InlineData("1e3", ColumnUnit.Count)]
    [InlineData("5 MiB", ColumnUnit.Bytes)]
    [InlineData("0x12zz", ColumnUnit.Address)]
    [InlineData("0x10", ColumnUnit.Count)]
    [InlineData("5x", ColumnUnit.Bytes)]
    [InlineData("5ms", ColumnUnit.Bytes)]
    [InlineData("5MiB", ColumnUnit.Nanoseconds)]
    [InlineData("5MiB", ColumnUnit.Count)]
    [InlineData("79228162514264337593543950335GiB", ColumnUnit.Bytes)]
    [InlineData("99999999999999999999999999999999", ColumnUnit.Bytes)]
    public void Anything_else_is_a_usage_error(string text, ColumnUnit measure)
    {
        FathomException error = Assert.Throws<FathomException>(() => Quantity.Parse(text, measure, "in '--where a=1'"));

        Assert.Equal(ExitCode.Usage, error.ExitCode);
        Assert.Contains("in '--where a=1'", error.Message, StringComparison.Ordinal);
        Assert.NotNull(error.NextStep);
    }
}

using System.Reflection;
using Fathom.Query.Sessions;
using Xunit;

namespace Fathom.Tests.Architecture;

/// <summary>Reports are made alike, so that whoever knows one knows the next.</summary>
public sealed class ReportTests
{
    public static TheoryData<Type> Reports => [.. typeof(QuerySession).Assembly.GetExportedTypes().Where(static type => type.IsClass && type.Name.EndsWith("Report", StringComparison.Ordinal))];

    [Theory]
    [MemberData(nameof(Reports))]
    public void A_report_takes_a_session_first_its_recording_next_and_what_interrupts_it_last(Type report)
    {
        ParameterInfo[] parameters = Assert.Single(report.GetConstructors()).GetParameters();

        Assert.Equal(typeof(QuerySession), parameters[0].ParameterType);
        Assert.Equal(typeof(CancellationToken), parameters[^1].ParameterType);
        Assert.All(parameters.Where(static one => one.ParameterType == typeof(int)), static one => Assert.Equal(("rec", 1), (one.Name, one.Position)));
        // One about a single recording knows it; one that compares is asked about each.
        bool knows = parameters.Any(static one => one.Name == "rec");
        Assert.DoesNotContain(report.GetMethods(BindingFlags.Public | BindingFlags.Instance).SelectMany(static method => method.GetParameters()), one => knows && one.Name == "rec");
    }
}

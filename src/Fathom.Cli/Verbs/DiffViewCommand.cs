using Fathom.Cli.Output;
using Fathom.Cli.Sources;

namespace Fathom.Cli.Verbs;

/// <summary>A view <c>diff A B</c>: two subjects are read alike and compared, B minus A.</summary>
internal abstract class DiffViewCommand : SubjectCommand
{
    /// <summary>Declares the view.</summary>
    /// <param name="summary">One sentence for the help.</param>
    /// <param name="before">What A is, for the help.</param>
    /// <param name="after">What B is, for the help.</param>
    /// <param name="mayLackAfter">Whether the view has a meaning without B.</param>
    protected DiffViewCommand(string summary, string before, string after, bool mayLackAfter = false)
        : base("diff", summary, Subject(before, "a"), Subject(after, "b", mayLackAfter))
    {
    }

    /// <summary>Adds the options for the result and the source, behind those of the view.</summary>
    /// <param name="features">The options for the result that work.</param>
    /// <param name="anyProcess">Whether a process without .NET can be asked about.</param>
    /// <param name="asksRuntime">Whether the runtime of a process is asked.</param>
    protected void AddOthers(OutputFeatures features = OutputFeatures.View, bool anyProcess = false, bool asksRuntime = true)
    {
        AddOutput(features);
        Source = new SourceOptions(this, saves: false, anyProcess, asksRuntime, stops: !anyProcess);
    }
}

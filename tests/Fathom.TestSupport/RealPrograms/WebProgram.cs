namespace Fathom.TestSupport.RealPrograms;

/// <summary>ASP.NET Core with its server, dependency injection, JSON and HttpClients under a light load: the sample Web.</summary>
public static class WebProgram
{
    /// <summary>Starts it.</summary>
    /// <param name="arguments"><c>--handlers N</c>: so many on a static event; <c>--heap-mib N</c>: a heap of that size; <c>--clients N</c>: so many send requests.</param>
    public static RealProgram Start(params IEnumerable<string> arguments)
    {
        RealProgram program = RealProgram.Start("ASP.NET Core", Path.Combine(Repository.SampleFolder("Web"), "Web"), arguments);
        try
        {
            program.WaitForLineFrom("ready");
            return program;
        }
        catch
        {
            program.Dispose();
            throw;
        }
    }
}

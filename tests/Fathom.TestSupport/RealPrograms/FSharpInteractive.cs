namespace Fathom.TestSupport.RealPrograms;

/// <summary>F# Interactive, which has compiled a few submissions, each into a dynamic assembly of its own, and reads its input.</summary>
internal static class FSharpInteractive
{
    private const string Ready = "fathom-ready";

    // The same type names twice: each submission is compiled into an assembly without a file.
    private static readonly string[] s_submissions =
    [
        "type Shape = Circle of float | Square of float | Named of string * Shape;;",
        "module Cache = let all = System.Collections.Generic.Dictionary<int, struct (System.DateTime * Shape)>();;",
        "for i in 1 .. 20000 do Cache.all.[i] <- struct (System.DateTime.UtcNow, Named (string i, Circle (float i)));;",
        "type Shape = Circle of float | Square of float | Named of string * Shape;;",
        "let more = [ for i in 1 .. 5000 -> (i, Named (string i, Square 2.0)) ] |> Map.ofList;;",
        "let closures = [ for i in 1 .. 1000 -> fun x -> x + i ];;",
        $"printfn \"%s\" (\"fathom\" + \"-ready\");;",
    ];

    public static RealProgram Start()
    {
        RealProgram program = RealProgram.Start("F# Interactive", DotnetSdk.Host, Path.Combine(DotnetSdk.Folder, "FSharp", "fsi.dll"), "--nologo", "--readline-");
        try
        {
            foreach (string submission in s_submissions)
                program.Write(submission);
            program.WaitForLine(Ready);
            return program;
        }
        catch
        {
            program.Dispose();
            throw;
        }
    }
}

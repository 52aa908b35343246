using System.Diagnostics;
using Fathom.TestSupport;
using Fathom.TestSupport.RealPrograms;
using Fathom.Tests.Sources.Targets.Dumps;
using Programs = Fathom.TestSupport.RealPrograms.RealPrograms;

namespace Fathom.Tests.Sources.Threads.Unwinding;

/// <summary>A program that works until it is disposed, for walks of its stacks.</summary>
internal sealed class OracleProgram : IDisposable
{
    private const string FSharp = """
        let words = [ for i in 0 .. 2000 -> sprintf "word %d of %s" (i % 97) (string (i * i)) ];;
        let rec fib n = if n < 2 then 1 else fib (n - 1) + fib (n - 2);;
        let work () =
            let counts = words |> List.groupBy (fun w -> w.Length) |> List.map (fun (k, v) -> k, List.length v) |> Map.ofList
            let numbers = Seq.initInfinite id |> Seq.filter (fun i -> i % 3 = 0) |> Seq.take 300 |> Seq.sumBy (fun i -> fib (i % 12))
            counts.Count + numbers;;
        while work () > 0 do ();;
        """;

    // The SDK's compiler, from its files that were compiled ahead of time.
    private const string Roslyn = """
        #r @"{0}/Microsoft.CodeAnalysis.dll"
        #r @"{0}/Microsoft.CodeAnalysis.CSharp.dll"
        open Microsoft.CodeAnalysis
        open Microsoft.CodeAnalysis.CSharp;;
        let references = System.IO.Directory.GetFiles(@"{1}", "System*.dll") |> Array.map (fun file -> MetadataReference.CreateFromFile file :> MetadataReference);;
        let compile () =
            let trees = [| "Program.cs" |] |> Array.map (fun name -> CSharpSyntaxTree.ParseText(System.IO.File.ReadAllText(@"{2}/" + name)))
            use output = new System.IO.MemoryStream()
            CSharpCompilation.Create("made", trees, references, CSharpCompilationOptions(OutputKind.ConsoleApplication)).Emit(output).Diagnostics.Length;;
        while compile () >= 0 do ();;
        """;

    private const string Shell = """
        using System.Management.Automation;
        using PowerShell shell = PowerShell.Create();
        Console.Out.WriteLine("ready {}");
        _ = Task.Run(static () => { while (Console.In.ReadLine() is not null) { } Environment.Exit(0); });
        shell.AddScript("function Fib($n) { if ($n -lt 2) { 1 } else { (Fib ($n - 1)) + (Fib ($n - 2)) } } while ($true) { "
            + "$null = 1..200 | ForEach-Object { [pscustomobject]@{ Id = $_; Name = 'name ' + ($_ % 7) } } | Group-Object Name | Sort-Object Count | ConvertTo-Json; "
            + "$null = Fib 8; try { throw 'refused' } catch { $null = $_.Exception.Message } }").Invoke();
        """;

    private const string ShellPackage = """<PackageReference Include="Microsoft.PowerShell.SDK" Version="7.6.9" />""";

    private readonly List<IDisposable> _owned = [];

    private OracleProgram(string name)
    {
        try
        {
            Pid = name switch
            {
                "F#" => Interactive(FSharp),
                "Roslyn" => Interactive(
                    Roslyn.Replace("{0}", Path.Combine(DotnetSdk.Folder, "Roslyn", "bincore")).Replace("{1}", DotnetSdk.Framework).Replace("{2}", Path.Combine(Repository.Root, "samples", "Frames"))),
                "ilspycmd" => Real("ilspycmd"),
                "ASP.NET Core" => Real("ASP.NET Core"),
                "PowerShell" => Started(Own(new PublishedSample("Shell", Shell, ShellPackage)).Program),
                ['b', 'u', 'n', 'd', 'l', 'e', ' ', .. var version] => Started(Own(new PublishedSample(int.Parse(version), isSingleFile: true, "Frames")).Program),
                _ => Started(Path.Combine(Repository.SampleFolder(name), name)),
            };
        }
        catch
        {
            Dispose();
            throw;
        }
    }

    /// <summary>Its process.</summary>
    public int Pid { get; }

    /// <summary>Starts one.</summary>
    public static OracleProgram Start(string name) => new(name);

    public void Dispose()
    {
        for (int i = _owned.Count - 1; i >= 0; i--)
            _owned[i].Dispose();
    }

    private T Own<T>(T thing)
        where T : IDisposable
    {
        _owned.Add(thing);
        return thing;
    }

    private int Started(string program) => Own(SampleProcess.Start(new ProcessStartInfo(program))).Pid;

    private int Real(string name) => Own(Programs.Start(name)).Pid;

    private int Interactive(string submissions)
    {
        RealProgram program = Own(Programs.Start("F# Interactive"));
        foreach (string line in submissions.Split('\n'))
            program.Write(line);
        return program.Pid;
    }
}

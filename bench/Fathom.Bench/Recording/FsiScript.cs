using System.Globalization;
using System.Text;

namespace Fathom.Bench.Recording;

/// <summary>A script that keeps the F# compiler busy for some seconds: its type checker calls itself deeply.</summary>
internal static class FsiScript
{
    private const int Functions = 40;

    public static string Text()
    {
        StringBuilder text = new();
        for (int i = 0; i < Functions; i++)
        {
            text.AppendLine(CultureInfo.InvariantCulture, $"let f{i} xs =")
                .AppendLine("    xs |> List.map (fun x -> x * 2 + 1) |> List.filter (fun x -> x % 3 <> 0) |> List.groupBy (fun x -> x % 7)")
                .AppendLine("       |> List.map (fun (k, v) -> k, v |> List.sumBy (fun y -> if y > 3 then y elif y > 2 then y + 1 else y - 1)) |> Map.ofList");
        }

        return text.AppendLine("printfn \"%A\" (f1 [ 1 .. 100 ])").ToString();
    }
}

using System.Globalization;
using Fathom.Model;

namespace Fathom.Bench.Recording.Prices;

/// <summary>Prices of a run beside those that were kept: what became dearer is seen at the next run. On another machine prices are others, so that nothing fails there.</summary>
/// <param name="path">The recording of those that were kept.</param>
/// <param name="machine">The machine of this run.</param>
/// <param name="output">Where the comparison goes.</param>
internal sealed class KeptPrices(string path, string machine, TextWriter output)
{
    // The same program differs by less than this from day to day on a quiet machine.
    private const double MostDearer = 1.25;

    /// <summary>How a price compares with the one that was kept.</summary>
    public static PriceVerdict Judge(Price kept, Price now) =>
        !kept.Value.HasBounds || !now.Value.HasBounds ? PriceVerdict.NotKnown
        : now.Value.Low > kept.Value.High ? PriceVerdict.Dearer
        : now.Value.High < kept.Value.Low ? PriceVerdict.Cheaper
        : PriceVerdict.Same;

    /// <summary>Prints the prices of a run beside the kept ones.</summary>
    /// <param name="prices">Those of the run.</param>
    /// <returns>False where one is dearer by more than a quarter on the machine of the kept ones.</returns>
    /// <exception cref="FathomException">The kept ones are damaged.</exception>
    public bool Compare(IReadOnlyList<Price> prices)
    {
        if (!Directory.Exists(path))
        {
            output.WriteLine($"  no prices are kept in '{path}': --keep keeps those of this run");
            return true;
        }

        PriceBook book = PriceBook.Read(path);
        bool isOther = book.Machine != machine;
        output.WriteLine(isOther ? $"  kept prices are of another machine ({book.Machine}), so none of them is a limit:" : $"  kept prices of this machine ({book.Machine}):");
        bool allKept = true;
        foreach (Price now in prices)
        {
            if (book.Prices.FirstOrDefault(price => price.What == now.What) is not { What: { } } kept)
            {
                Say($"{now.What}: {Text(now)}; none is kept");
                continue;
            }

            PriceVerdict verdict = Judge(kept, now);
            bool isMissed = !isOther && verdict == PriceVerdict.Dearer && now.Value.Low > kept.Value.High * MostDearer;
            allKept &= !isMissed;
            Say($"{now.What}: {Text(kept)} -> {Text(now)}: {Word(verdict)}{(isMissed ? ", MISSED" : "")}");
        }

        return allKept;
    }

    /// <summary>Keeps the prices of a run. Those of other things stay, if they are of this machine.</summary>
    /// <param name="prices">Those of the run.</param>
    /// <param name="time">The clock.</param>
    public void Keep(IReadOnlyList<Price> prices, TimeProvider time)
    {
        PriceBook before = Directory.Exists(path) ? PriceBook.Read(path) : new PriceBook(machine, []);
        (before.Machine == machine ? before.With(prices) : new PriceBook(machine, prices)).Write(path, time);
        output.WriteLine($"  kept in '{path}'");
    }

    private static string Word(PriceVerdict verdict) => verdict switch
    {
        PriceVerdict.Same => "the same",
        PriceVerdict.Dearer => "dearer",
        PriceVerdict.Cheaper => "cheaper",
        _ => "cannot be told",
    };

    private static string Text(Price price) => string.Create(
        CultureInfo.InvariantCulture,
        $"{price.Value.Median:0.0#} {price.Unit}{(price.Value.HasBounds ? $" ({price.Value.Low:0.0#} to {price.Value.High:0.0#})" : "")}{(price.IsTold ? "" : ", not to be told from none")}");

    private void Say(string text) => output.WriteLine($"    {text}");
}

namespace Store;

/// <summary>Vouchers: a code is of one of many campaigns.</summary>
internal static class VoucherBook
{
    private const int Campaigns = 250;

    public static string Redeem(string code)
    {
        if (code == "EXPIRED")
            throw new InvalidOperationException("The voucher has expired.");
        int found = Enumerable.Range(0, Campaigns).Count(campaign => IsOf(campaign, code));
        return $"{found} campaigns";
    }

    private static bool IsOf(int campaign, string code)
    {
        try
        {
            return Parse(code, campaign) == campaign;
        }
        catch (FormatException)
        {
            return false;
        }
    }

    private static int Parse(string code, int campaign) => code.EndsWith($"-{campaign}", StringComparison.Ordinal)
        ? campaign
        : throw new FormatException($"'{code}' is no voucher of campaign {campaign}.");
}

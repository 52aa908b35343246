namespace Store;

/// <summary>Vouchers: a code is of one of many campaigns.</summary>
internal static class VoucherBook
{
    private const int Campaigns = 250;
    private const int Expired = 0;

    public static string Redeem(int code)
    {
        if (code == Expired)
            throw new InvalidOperationException("The voucher has expired.");
        int found = Enumerable.Range(0, Campaigns).Count(campaign => IsOf(campaign, code));
        return $"{found} campaigns";
    }

    private static bool IsOf(int campaign, int code)
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

    private static int Parse(int code, int campaign) => code % 1_000 == campaign
        ? campaign
        : throw new FormatException($"'{code}' is no voucher of campaign {campaign}.");
}

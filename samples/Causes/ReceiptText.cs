namespace Store;

/// <summary>The receipt of an order, as text.</summary>
internal static class ReceiptText
{
    private const int Lines = 900;

    public static string Of(int order)
    {
        string text = $"Order {order}\n";
        for (int line = 0; line < Lines; line++)
            text += $"{line,4} x product {order + line}\n";
        return text;
    }
}

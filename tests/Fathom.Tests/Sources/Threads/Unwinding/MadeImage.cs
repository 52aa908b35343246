namespace Fathom.Tests.Sources.Threads.Unwinding;

/// <summary>A library of one function with call frame information, as a file and as it lies in memory.</summary>
internal static class MadeImage
{
    public const int HeaderAt = 0xc0;
    public const int CommonAt = 0x100;
    public const int DescriptionAt = 0x140;
    public const int FunctionAt = 0x400;
    public const int FunctionSize = 0x40;

    // A shared object with two program headers, for .eh_frame_hdr and for all of it, and one function.
    public static byte[] Content()
    {
        byte[] content = new byte[0x1000];
        Put(content, 0, [0x7f, (byte)'E', (byte)'L', (byte)'F', 2, 1]);
        content[16] = 3;
        content[32] = 64;
        content[54] = 56;
        content[56] = 2;
        Put(content, 64, BitConverter.GetBytes(0x6474_e550));
        content[64 + 16] = HeaderAt;
        Put(content, 120, BitConverter.GetBytes(1));
        Put(content, 120 + 4, BitConverter.GetBytes(5));
        Put(content, 120 + 32, BitConverter.GetBytes(content.Length));
        Put(content, 120 + 40, BitConverter.GetBytes(content.Length));
        Put(content, HeaderAt, [1, 0x1b, 0x03, 0x3b]);
        Put(content, HeaderAt + 8, BitConverter.GetBytes(1));
        Put(content, HeaderAt + 12, BitConverter.GetBytes(FunctionAt - HeaderAt));
        Put(content, HeaderAt + 16, BitConverter.GetBytes(DescriptionAt - HeaderAt));

        // Common part: version 1, "zR", code 1, data -8, return address 16, encoding 0x1b; DW_CFA_def_cfa rsp+8, DW_CFA_offset ra at -8.
        byte[] common = [0, 0, 0, 0, 1, (byte)'z', (byte)'R', 0, 1, 0x78, 16, 1, 0x1b, 0x0c, 7, 8, 0x90, 1, 0, 0];
        Put(content, CommonAt, BitConverter.GetBytes(common.Length));
        Put(content, CommonAt + 4, common);

        // After push: cfa = rsp+16, rbp at -16. After mov: cfa from rbp. After pop (0x3f): cfa = rsp+8.
        byte[] code = [0x41, 0x0e, 16, 0x86, 2, 0x43, 0x0d, 6, 0x02, 0x3b, 0x0c, 7, 8, 0];
        byte[] description =
        [
            .. BitConverter.GetBytes(DescriptionAt + 4 - CommonAt),
            .. BitConverter.GetBytes(FunctionAt - (DescriptionAt + 8)),
            .. BitConverter.GetBytes(FunctionSize),
            0,
            .. code,
        ];
        Put(content, DescriptionAt, BitConverter.GetBytes(description.Length));
        Put(content, DescriptionAt + 4, description);
        return content;
    }

    private static void Put(byte[] content, int at, byte[] bytes) => bytes.CopyTo(content, at);
}

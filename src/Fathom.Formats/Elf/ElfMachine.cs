namespace Fathom.Formats.Elf;

/// <summary>The e_machine numbers of ELF files, for the architectures that .NET runs on.</summary>
public static class ElfMachine
{
    /// <summary>The architecture by the name that .NET uses for it.</summary>
    public static string Name(int machine) => machine switch
    {
        3 => "x86",
        40 => "arm",
        62 => "x64",
        183 => "arm64",
        243 => "riscv64",
        258 => "loongarch64",
        _ => $"ELF machine {machine}",
    };
}

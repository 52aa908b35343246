namespace Fathom.Serializers.Kit.Measuring;

/// <summary>Small files in which the kernel tells of this process.</summary>
internal static class KernelFile
{
    /// <summary>What one says; null where there is none, or it may not be read.</summary>
    public static string? Read(string path)
    {
        try
        {
            return File.ReadAllText(path);
        }
        catch (Exception reason) when (reason is IOException or UnauthorizedAccessException)
        {
            return null;
        }
    }
}

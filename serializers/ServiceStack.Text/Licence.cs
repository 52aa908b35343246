using ServiceStack;

namespace Fathom.Serializers.ServiceStack;

/// <summary>Tells what the free quota of the library refuses from what the library cannot do.</summary>
internal static class Licence
{
    public static void Run<T>(Action<T, Stream> write, T value, Stream stream)
    {
        try
        {
            write(value, stream);
        }
        catch (LicenseException reason)
        {
            throw Refusal(reason);
        }
    }

    public static T Run<T>(Func<Stream, T> read, Stream stream)
    {
        try
        {
            return read(stream);
        }
        catch (LicenseException reason)
        {
            throw Refusal(reason);
        }
    }

    private static NotSupportedException Refusal(LicenseException reason) => new($"needs a licence key of ServiceStack: {reason.Message}", reason);
}

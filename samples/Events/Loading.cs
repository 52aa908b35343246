using System.Reflection;
using System.Reflection.Emit;

namespace Events;

/// <summary>Code and assemblies that come while the program runs.</summary>
internal static class Loading
{
    /// <summary>Compiles methods Made0, Made1, … and calls each once.</summary>
    public static void Compile(int count)
    {
        for (int i = 0; i < count; i++)
        {
            DynamicMethod method = new($"Made{i}", typeof(int), []);
            ILGenerator code = method.GetILGenerator();
            code.Emit(OpCodes.Ldc_I4, i);
            code.Emit(OpCodes.Ret);
            if (((Func<int>)method.CreateDelegate(typeof(Func<int>)))() != i)
                throw new InvalidOperationException();
        }
    }

    /// <summary>Whether an assembly of that name is there.</summary>
    public static bool Load(string name)
    {
        try
        {
            Assembly.Load(name);
            return true;
        }
        catch (FileNotFoundException)
        {
            return false;
        }
    }
}

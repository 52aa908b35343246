using System.Runtime.CompilerServices;

// Every native signature here is blittable; without this, calls would need stubs that are compiled at run time.
[assembly: DisableRuntimeMarshalling]
